import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, openBrowser } from "../screens/browser.ts";

/**
 * Plays the demo's chat page in Chromium and takes pictures of all that it says: `npm run look [-- <folder> [<language>
 * …]]`. Needs Chromium, of the system or named by CHROMIUM. Ends with 1 when the page asks another machine for
 * something, is wider than the screen, or complains.
 */
const [folder = join(tmpdir(), "deresegn-look"), ...wanted] = process.argv.slice(2);
const languages = wanted.length > 0 ? wanted : ["en", "am", "om", "ti"];

const phone = 390;
const desktop = 1280;

const look = async (): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  const { demo, chatUrl } = await startDemo();
  const browser = await openBrowser(process.env.CHROMIUM ?? "chromium");
  const problems: string[] = [];
  const take = async (name: string, width: number) => {
    writeFileSync(join(folder, `${name}.png`), await whole(browser));
    const excess = await browser.run("document.documentElement.scrollWidth - innerWidth");
    if (Number(excess) > 0) problems.push(`${name}: ${excess} pixels wider than ${width}`);
  };
  try {
    for (const language of languages) await playPrivate(browser, chatUrl, language, take);
    for (const language of languages) await playGroup(browser, chatUrl, language, take);
  } finally {
    problems.push(...browser.heard.errors, ...foreign(browser.heard.addresses, chatUrl));
    await browser.close();
    demo.kill("SIGINT");
  }
  process.stdout.write(`The pictures are in ${folder}.\n`);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
};

type Take = (name: string, width: number) => Promise<void>;

/** Each section of the examples in a chat of its own. */
const playPrivate = async (browser: Browser, chatUrl: string, language: string, take: Take) => {
  await browser.visit(`${chatUrl}/?user=hana`, phone, 844);
  const sections = Number(await browser.run('document.querySelectorAll("#example-list section").length'));
  for (let section = 0; section < sections; section += 1) {
    await begin(browser, language);
    await browser.run('document.querySelector(".begin")?.click()');
    await settled(browser);
    if (section === 0) await take(`${language}-start`, phone);
    await playSection(browser, section);
    await take(`${language}-${section + 1}`, phone);
    if (section > 0) continue;
    await browser.visit(`${chatUrl}/?user=hana`, desktop, 800);
    await take(`${language}-desktop`, desktop);
    await browser.visit(`${chatUrl}/?user=hana`, phone, 844);
  }
};

/**
 * The first section and the pictures, asked by a guest in a group of nobody's, then in one that its owner has bound to
 * the shop, with the owner's phone saved.
 */
const playGroup = async (browser: Browser, chatUrl: string, language: string, take: Take) => {
  for (const isBound of [false, true]) {
    for (const person of ["dawit", "hana"]) {
      await browser.visit(`${chatUrl}/?user=${person}`, phone, 844);
      await begin(browser, language);
      await browser.run('document.querySelector(".begin")?.click()');
      await settled(browser);
    }
    // As Hana: the second example saves her phone.
    await browser.run('document.querySelectorAll(".example")[1].click()');
    await settled(browser);
    await browser.visit(`${chatUrl}/?user=hana&chat=group`, phone, 844);
    await begin(browser, language);
    if (isBound) {
      await write(browser, "/join");
      await browser.run('[...document.querySelectorAll(".keyboard button")].at(-1)?.click()');
      await settled(browser);
    }
    await browser.visit(`${chatUrl}/?user=dawit&chat=group`, phone, 844);
    await playSection(browser, 0);
    const sections = Number(await browser.run('document.querySelectorAll("#example-list section").length'));
    await playSection(browser, sections - 1);
    const name = `${language}-${isBound ? "bound-group" : "group"}`;
    await take(name, phone);
    await browser.visit(`${chatUrl}/?user=selam&chat=group`, desktop, 800);
    await take(`${name}-desktop`, desktop);
  }
};

const write = async (browser: Browser, text: string) => {
  await browser.run(`document.getElementById("text").value = ${JSON.stringify(text)}`);
  await browser.run('document.getElementById("send").click()');
  await settled(browser);
};

/** A new user, or a new group, whose app speaks this language. */
const begin = async (browser: Browser, language: string) => {
  await browser.run('document.getElementById("reset").click()');
  await browser.run("new Promise((done) => setTimeout(done, 300))");
  await browser.run(`(() => {
    const select = document.getElementById("language");
    select.value = ${JSON.stringify(language)};
    select.dispatchEvent(new Event("change"));
  })()`);
  await browser.run("new Promise((done) => setTimeout(done, 300))");
};

const playSection = async (browser: Browser, section: number) => {
  const list = `document.querySelectorAll("#example-list section")[${section}].querySelectorAll(".example")`;
  const count = Number(await browser.run(`${list}.length`));
  for (let index = 0; index < count; index += 1) {
    await browser.run(`${list}[${index}].click()`);
    await settled(browser);
  }
};

/** Waits until the chat has not changed for a while. */
const settled = async (browser: Browser) => {
  await browser.run(`new Promise((done) => {
    let timer = setTimeout(finish, 3000);
    const log = document.getElementById("log");
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(finish, 1500);
    });
    function finish() {
      observer.disconnect();
      done();
    }
    observer.observe(log, { childList: true, subtree: true, characterData: true });
  })`);
};

/** The page as a PNG, high enough for the whole chat. */
const whole = async (browser: Browser): Promise<Buffer> => {
  const room =
    "(() => { const log = document.getElementById('log'); return log.scrollHeight - log.clientHeight; })()";
  const hidden = Number(await browser.run(room));
  return browser.shoot(hidden);
};

const foreign = (addresses: readonly string[], chatUrl: string): string[] =>
  addresses.filter(
    (address) => new URL(address).origin !== chatUrl && !/^(?:about|data|blob):/.test(address),
  );

/** The demo from the build, on free ports. */
const startDemo = (): Promise<{ readonly demo: ChildProcess; readonly chatUrl: string }> =>
  new Promise((resolve, reject) => {
    const demo = spawn(process.execPath, ["dist/tools/demo/demo.js"], {
      env: { ...process.env, PORT: "0" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let printed = "";
    demo.stdout.on("data", (chunk) => {
      printed += chunk;
      const chatUrl = /Chat +(http:\S+?)\/\n/.exec(printed)?.[1];
      if (chatUrl !== undefined) resolve({ demo, chatUrl });
    });
    demo.once("exit", (code) => reject(new Error(`the demo ended with ${code}`)));
  });

await look();
