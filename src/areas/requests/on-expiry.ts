const graceMs = 500;
const againMs = 15_000;

/**
 * Calls `onOver` once a time (ISO) has passed, and every 15 s from then on, because the browser's clock may be ahead
 * of the server's. Returns a function that stops it.
 */
export function onExpiry(moment: string, onOver: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (ms: number) => {
    timer = setTimeout(() => {
      wait(againMs);
      onOver();
    }, ms);
  };
  wait(Math.max(0, new Date(moment).getTime() - Date.now()) + graceMs);
  return () => clearTimeout(timer);
}
