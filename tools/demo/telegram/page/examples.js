// What the page offers to send with one press.
import { send, sendFiles } from "./composer.js";
import { make, part } from "./element.js";
import { mention } from "./mention.js";
import { showToast } from "./notices.js";

const drawExample = (example) => {
  const words = example.text ?? (example.pictures.length > 1 ? "sends an album" : "sends a picture");
  const button = make(
    "button",
    { type: "button", className: "example" },
    make("b", { textContent: example.mark }),
    make("span", { textContent: example.title }),
    make("small", { textContent: words, title: words }),
  );
  button.onclick = () => {
    setOpen(false);
    (example.text === undefined ? sendPictures(example) : send(mention(example.text))).catch(() =>
      showToast("No connection to the emulator"),
    );
  };
  return make("li", {}, button);
};

const sendPictures = async ({ pictures }) => {
  const files = await Promise.all(
    pictures.map(async (address) => new File([await (await fetch(address)).blob()], "receipt.png")),
  );
  await sendFiles(files, "photo", mention(""));
};

const drawSection = ({ title, note, examples }) => {
  const list = make("ul", {}, ...examples.map(drawExample));
  const parts = [
    make("h3", { textContent: title }),
    ...(note ? [make("p", { textContent: note })] : []),
    list,
  ];
  return make("section", {}, ...parts);
};

const setOpen = (isOpen) => {
  part("examples").classList.toggle("open", isOpen);
  part("examples-open").setAttribute("aria-expanded", String(isOpen));
  if (isOpen) part("examples").querySelector("button")?.focus();
};

export const showExamples = async () => {
  const sections = await (await fetch("/examples.json")).json();
  part("examples-open").hidden = sections.length === 0;
  part("examples").hidden = sections.length === 0;
  part("example-list").replaceChildren(...sections.map(drawSection));
  await showLinkedPages();
};

const showLinkedPages = async () => {
  const pages = await (await fetch("/linked-pages.json")).json();
  for (const name of ["linked", "linked-menu"]) {
    const links = pages.map(({ title, url }) =>
      make("a", { href: url, textContent: title, target: "_blank", rel: "noopener noreferrer" }),
    );
    part(name).replaceChildren(...links);
    part(name).hidden = links.length === 0;
  }
};

part("examples-open").onclick = () => setOpen(!part("examples").classList.contains("open"));
part("examples-close").onclick = () => setOpen(false);
part("examples").addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  setOpen(false);
  part("examples-open").focus();
});
