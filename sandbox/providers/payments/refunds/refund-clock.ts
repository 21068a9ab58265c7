import { advanceRefunds, type RefundDeps } from './process-refund.ts';

const LONGEST_SLEEP_MS = 60_000;

/** Moves refunds by themselves; see {@link startRefundClock}. */
export interface RefundClock {
  /** Checks immediately, after an addition or a changed setting. */
  wake(): void;
  close(): void;
}

/** Starts moving due refunds, and calls `onMove` after each round. */
export function startRefundClock(deps: RefundDeps, onMove: () => void): RefundClock {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function tick(): void {
    if (isClosed) return;
    advanceRefunds(deps, Date.now());
    onMove();
    const next = deps.refunds.findNextDue();
    if (next !== undefined)
      timer = setTimeout(tick, Math.min(Math.max(next - Date.now(), 0), LONGEST_SLEEP_MS));
  }

  function wake(): void {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(tick, 0);
  }

  wake();
  return {
    wake,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
