import type { PaymentSettingsStore } from './payment-settings.ts';
import { sendWebhook, type WebhookSender } from './send-webhook.ts';
import type { WebhookDelivery, WebhookQueue } from './webhook-queue.ts';
import { retryDelayMs } from './webhook-schedule.ts';

const PARALLEL = 64;
const LONGEST_SLEEP_MS = 60_000;

/** Carries announcements to the merchant. */
export interface WebhookSenderLoop {
  /** Looks at the queue at once: something was added, or the pace has changed. */
  wake(): void;
  /** Sends no more. What is under way is broken off, stays in the queue and goes out at the next start. */
  close(): Promise<void>;
}

/** Starts carrying what is due in `queue`, at the pace of `settings`. */
export function startWebhookCourier(
  queue: WebhookQueue,
  settings: PaymentSettingsStore,
  sender: Pick<WebhookSender, 'url' | 'secretKey'>,
): WebhookSenderLoop {
  const closing = new AbortController();
  const underway = new Map<number, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;

  async function carry(delivery: WebhookDelivery): Promise<void> {
    const outcome = await sendWebhook({ ...sender, closing: closing.signal }, delivery.body, delivery.forged);
    if (closing.signal.aborted) return;
    // Nobody repeats a forgery; everything but a plain 200 is repeated.
    const isOver = outcome.status === 200 || delivery.forged;
    const attempts = delivery.attempts + 1;
    const retryInMs = isOver ? undefined : retryDelayMs(settings.get().webhookSchedule, attempts);
    queue.record(delivery.id, outcome, retryInMs);
  }

  function look(): void {
    clearTimeout(timer);
    if (closing.signal.aborted) return;
    const now = Date.now();
    // What is under way is still in the list: twice as many leave no place empty.
    for (const delivery of queue.listDue(now, 2 * PARALLEL)) {
      if (underway.size >= PARALLEL) break;
      if (underway.has(delivery.id)) continue;
      const trip = carry(delivery).finally(() => {
        underway.delete(delivery.id);
        wake();
      });
      underway.set(delivery.id, trip);
    }
    const sleepMs = Math.ceil((queue.findNextDue(now) ?? Number.POSITIVE_INFINITY) - now);
    timer = setTimeout(look, Math.min(sleepMs, LONGEST_SLEEP_MS));
  }

  function wake(): void {
    clearTimeout(timer);
    timer = setTimeout(look, 0);
  }

  wake();
  return {
    wake,
    async close() {
      closing.abort();
      clearTimeout(timer);
      await Promise.allSettled(underway.values());
    },
  };
}
