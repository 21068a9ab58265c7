// JavaScript, because the transformation of TypeScript would take 18 MB of memory in the thread of every process.
import { write } from 'node:fs';
import { workerData } from 'node:worker_threads';

/** Longest wait for the write of the message. */
const WRITE_MS = 1_000;
const { turns, tickMs, limitTicks, message } = workerData;
const endProcess = () => process.kill(process.pid, 'SIGKILL');
let seenTurn = -1;
let ticks = 0;

setInterval(() => {
  const turn = Atomics.load(turns, 0);
  ticks = turn === seenTurn ? ticks + 1 : 0;
  seenTurn = turn;
  if (ticks !== limitTicks) return;
  // `process.stderr` of a thread needs the event loop of the process. The write may be blocked by a reader that has stopped.
  write(2, message, endProcess);
  setTimeout(endProcess, WRITE_MS);
}, tickMs);
