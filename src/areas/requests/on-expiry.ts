import { serverNow } from '../../browser/server-clock.ts';

const graceMs = 500;
const againMs = 15_000;

/**
 * Calls `onOver` once a time (ISO) has passed, and every 15 s from then on, because the time of
 * the server is known to about a second only. Returns a function that stops it.
 */
export function onExpiry(moment: string, onOver: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (ms: number) => {
    timer = setTimeout(() => {
      wait(againMs);
      onOver();
    }, ms);
  };
  wait(Math.max(0, Date.parse(moment) - serverNow()) + graceMs);
  return () => clearTimeout(timer);
}
