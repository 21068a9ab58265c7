const graceMs = 500;
const againMs = 15_000;

/**
 * Calls `onOver` once a moment (ISO time) is past, and every 15 s from then on, because a browser's clock may be ahead
 * of the server's. Answers how to stop.
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
