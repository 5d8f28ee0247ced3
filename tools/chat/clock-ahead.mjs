// Loaded before a program: its wall clock is `CLOCK_AHEAD_MS` ahead. Its timers are not touched.
const aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);
const Real = Date;
const nowMs = () => Real.now() + aheadMs;

globalThis.Date = new Proxy(Real, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [nowMs()] : given, made),
  get: (target, name, receiver) => (name === "now" ? nowMs : Reflect.get(target, name, receiver)),
});
