// Preloaded into one process of the product: its clock jumps by CLOCK_SHIFT_MS 4 s after the start, because a process that
// starts with another clock than PostgreSQL's refuses to.
const shiftMs = Number(process.env.CLOCK_SHIFT_MS);
const jumpsAfterMs = 4_000;
const MachineDate = Date;
const now = () => MachineDate.now() + (performance.now() < jumpsAfterMs ? 0 : shiftMs);

globalThis.Date = new Proxy(MachineDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  apply: (target) => new target(now()).toString(),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});
