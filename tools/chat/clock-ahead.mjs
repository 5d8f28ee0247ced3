// Loaded before a program: its wall clock is `CLOCK_AHEAD_MS` ahead, or what the file `CLOCK_AHEAD_FILE` says at each
// moment. Its timers are not touched.
import { readFileSync } from "node:fs";

const file = process.env.CLOCK_AHEAD_FILE ?? "";
let aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);
const look = () => {
  aheadMs = Number(readFileSync(file, "utf8")) || 0;
};
if (file !== "") {
  look();
  setInterval(look, 100).unref();
}
const Real = Date;
const nowMs = () => Real.now() + aheadMs;

globalThis.Date = new Proxy(Real, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [nowMs()] : given, made),
  get: (target, name, receiver) => (name === "now" ? nowMs : Reflect.get(target, name, receiver)),
});
