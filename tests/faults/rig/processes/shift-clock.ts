// Preloaded into one process of the product: its clock jumps by CLOCK_SHIFT_MS when it is ready, because a process that
// starts with another clock than PostgreSQL's refuses to.
const shiftMs = Number(process.env.CLOCK_SHIFT_MS);
const MachineDate = Date;
const { send } = process;
let isReady = false;
const now = () => MachineDate.now() + (isReady ? shiftMs : 0);

if (send)
  process.send = new Proxy(send, {
    apply(target, receiver, sent) {
      isReady = true;
      return Reflect.apply(target, receiver, sent);
    },
  });
globalThis.Date = new Proxy(MachineDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  apply: (target) => new target(now()).toString(),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});
