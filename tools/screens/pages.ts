import type { Shot } from "./plan.ts";
import type { Success } from "./success.ts";

/** A phone's screen as a page of HTML; `faces` are the `@font-face` rules that it needs. */
export const pageOf = (shot: Shot, faces: string): string => {
  const colours = shot.isDark ? dark[shot.look % dark.length] : light[shot.look % light.length];
  const body = shot.success === null ? threadOf(shot) : successOf(shot, shot.success);
  return `<!doctype html><meta charset="utf-8"><style>${faces}
*{box-sizing:border-box;margin:0;padding:0}
body{width:${shot.width}px;background:${colours?.page};color:${colours?.ink};font:${shot.look % 2 === 0 ? 16 : 15}px/1.4 '${shot.font}','Noto Sans Ethiopic',sans-serif}
.bar{display:flex;justify-content:space-between;padding:6px 16px;font-size:13px}
.top{padding:12px 16px;font-size:19px;font-weight:500;border-bottom:1px solid ${colours?.line}}
.when{text-align:center;font-size:12px;color:${colours?.faint};padding:12px}
.bubble{background:${colours?.card};border-radius:18px;padding:10px 14px;margin:6px 56px 6px 14px;white-space:pre-wrap;overflow-wrap:anywhere}
.bubble b{font-weight:400;color:${colours?.link};text-decoration:underline}
.card{background:${colours?.card};border-radius:14px;margin:14px;padding:14px 16px}
.tick{width:60px;height:60px;border-radius:50%;background:${colours?.accent};margin:26px auto 12px;display:flex;align-items:center;justify-content:center}
.title{text-align:center;font-size:20px;font-weight:500}
.amount{text-align:center;font-size:30px;font-weight:700;padding:6px 0 10px}
.row{display:flex;justify-content:space-between;gap:14px;padding:9px 0;border-bottom:1px solid ${colours?.line}}
.row span{color:${colours?.faint};font-size:14px;flex:none;max-width:48%}
.row em{font-style:normal;text-align:right;overflow-wrap:anywhere;${shot.monospace ? "font-family:'Roboto Mono',monospace;" : ""}}
.stack .row{display:block}.stack .row em{display:block;text-align:left;font-weight:500}
.button{background:${colours?.accent};color:${colours?.onAccent};border-radius:24px;text-align:center;padding:12px;margin:18px 16px;font-weight:500}
</style><body><div class="bar"><span>${shot.dice.below(12) + 1}:${10 + shot.dice.below(49)}</span><span>${shot.dice.pick(["4G 78%", "LTE 54%", "5G 91%", "33%"])}</span></div>${body}</body>`;
};

const threadOf = ({ provider, messages, dice }: Shot): string =>
  `<div class="top">&#8592;&nbsp; ${provider === null ? "Bank" : provider.toUpperCase()}</div>
<div class="when">${dice.pick(["Today", "Yesterday", "Friday"])} ${dice.below(12) + 1}:${10 + dice.below(49)} ${dice.pick(["AM", "PM"])}</div>
${messages.map((text) => `<div class="bubble">${linked(escaped(text))}</div>`).join('<div class="when">Saturday 3:15 PM</div>')}`;

const successOf = ({ look, provider, dice }: Shot, { title, amount, rows }: Success): string => {
  const list = rows
    .map(
      ([label, value]) => `<div class="row"><span>${escaped(label)}</span><em>${escaped(value)}</em></div>`,
    )
    .join("");
  return `<div class="top">${provider?.toUpperCase()} Mobile</div><div class="tick"><svg width="34" height="34"><path d="M6 18 L14 26 L29 9" stroke="#fff" stroke-width="4" fill="none"/></svg></div>
<div class="title">${title}</div><div class="amount">${escaped(amount)}</div>
<div class="card${look % 2 === 1 ? " stack" : ""}">${list}</div>
<div class="button">${dice.pick(["Done", "Share receipt", "Download", "ጨርስ"])}</div>`;
};

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const linked = (text: string): string => text.replace(/https:\/\/[^\s<]+/g, (link) => `<b>${link}</b>`);

type Colours = Record<"page" | "card" | "ink" | "faint" | "line" | "link" | "accent" | "onAccent", string>;

const light: readonly Colours[] = [
  {
    page: "#fff",
    card: "#f0f2f5",
    ink: "#1b1b1f",
    faint: "#5f6368",
    line: "#e2e4e8",
    link: "#0b57d0",
    accent: "#1e8e3e",
    onAccent: "#fff",
  },
  {
    page: "#f4f0fa",
    card: "#fff",
    ink: "#1d1526",
    faint: "#6d6478",
    line: "#ece4f5",
    link: "#5b2bb5",
    accent: "#6a1b9a",
    onAccent: "#fff",
  },
  {
    page: "#fdf6e3",
    card: "#fffdf7",
    ink: "#3a2c0a",
    faint: "#8a7a4d",
    line: "#efe3c2",
    link: "#8a5a00",
    accent: "#e0a100",
    onAccent: "#221800",
  },
  {
    page: "#e8f4fb",
    card: "#d3eafa",
    ink: "#0c2a3e",
    faint: "#4d6b80",
    line: "#b9d9ee",
    link: "#004f8a",
    accent: "#0277bd",
    onAccent: "#fff",
  },
];

const dark: readonly Colours[] = [
  {
    page: "#111418",
    card: "#2a2d31",
    ink: "#e3e3e3",
    faint: "#9aa0a6",
    line: "#3c4043",
    link: "#a8c7fa",
    accent: "#2e7d32",
    onAccent: "#fff",
  },
  {
    page: "#000",
    card: "#26252a",
    ink: "#fff",
    faint: "#98989f",
    line: "#38383a",
    link: "#4aa3ff",
    accent: "#0a84ff",
    onAccent: "#fff",
  },
  {
    page: "#1c1033",
    card: "#2b1a4d",
    ink: "#efe6ff",
    faint: "#b09fd0",
    line: "#44306e",
    link: "#d0b4ff",
    accent: "#ffca28",
    onAccent: "#221800",
  },
  {
    page: "#06281c",
    card: "#0b3a2a",
    ink: "#e6fff3",
    faint: "#8fc0a9",
    line: "#14553e",
    link: "#7fe3b4",
    accent: "#00c853",
    onAccent: "#00210f",
  },
];
