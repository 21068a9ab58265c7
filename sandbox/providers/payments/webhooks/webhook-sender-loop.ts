import type { PaymentSettingsStore } from '../payment-settings.ts';
import { sendWebhook, type WebhookSender } from './send-webhook.ts';
import type { WebhookDelivery, WebhookQueue } from './webhook-queue.ts';
import { retryDelayMs } from './webhook-schedule.ts';

const MAX_CONCURRENT = 64;
const LONGEST_SLEEP_MS = 60_000;

/** Delivers queued webhooks. */
export interface WebhookSenderLoop {
  /** Checks the queue immediately, after an addition or a changed speed. */
  wake(): void;
  /** Stops sending. Deliveries in flight are aborted, stay in the queue and are sent at the next start. */
  close(): Promise<void>;
}

/** Starts delivering due webhooks of `queue`, at the speed of `settings`. */
export function startWebhookSenderLoop(
  queue: WebhookQueue,
  settings: PaymentSettingsStore,
  sender: Pick<WebhookSender, 'url' | 'secretKey'>,
): WebhookSenderLoop {
  const closing = new AbortController();
  const inFlight = new Map<number, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;

  async function deliver(delivery: WebhookDelivery): Promise<void> {
    const outcome = await sendWebhook({ ...sender, closing: closing.signal }, delivery.body, delivery.forged);
    if (closing.signal.aborted) return;
    // Any status other than 200 is retried, except for forged copies.
    const isFinal = outcome.status === 200 || delivery.forged;
    const attempts = delivery.attempts + 1;
    const retryInMs = isFinal ? undefined : retryDelayMs(settings.get().webhookSchedule, attempts);
    queue.record(delivery.id, outcome, retryInMs);
  }

  function sendDue(): void {
    clearTimeout(timer);
    if (closing.signal.aborted) return;
    const now = Date.now();
    // Deliveries in flight are still listed as due: read twice as many to fill every slot.
    for (const delivery of queue.listDue(now, 2 * MAX_CONCURRENT)) {
      if (inFlight.size >= MAX_CONCURRENT) break;
      if (inFlight.has(delivery.id)) continue;
      const sending = deliver(delivery).finally(() => {
        inFlight.delete(delivery.id);
        wake();
      });
      inFlight.set(delivery.id, sending);
    }
    const sleepMs = Math.ceil((queue.findNextDue(now) ?? Number.POSITIVE_INFINITY) - now);
    timer = setTimeout(sendDue, Math.min(sleepMs, LONGEST_SLEEP_MS));
  }

  function wake(): void {
    clearTimeout(timer);
    timer = setTimeout(sendDue, 0);
  }

  wake();
  return {
    wake,
    async close() {
      closing.abort();
      clearTimeout(timer);
      await Promise.allSettled(inFlight.values());
    },
  };
}
