import { createHmac } from 'node:crypto';
import { hourMs, minuteMs } from '#contracts/durations.ts';
import type { PaymentSettings, PaymentSettingsStore } from '../payment-settings.ts';
import { startClock } from '../start-clock.ts';
import type { DeliveryOutcome, WebhookDelivery, WebhookQueue } from './webhook-queue.ts';

/** Timeout of a delivery, in milliseconds. */
const webhookTimeoutMs = 30_000;

/**
 * Returns the backoff after failed attempt number `attempts` (from 1), in milliseconds at speed 1; undefined when the
 * provider stops retrying (payments protocol, "Delivery").
 * @internal For its test.
 */
export function retryDelayMs(
  schedule: PaymentSettings['webhookSchedule'],
  attempts: number,
): number | undefined {
  if (schedule === 'test') return attempts <= 10 ? hourMs : undefined;
  if (attempts < 4) return 3 * minuteMs;
  return attempts < 4 + 72 ? hourMs : undefined;
}

/** Receiver and signing key of webhooks. */
export interface WebhookSender {
  url(): string;
  secretKey: string;
  /** Aborted when the sandbox closes. */
  closing: AbortSignal;
}

/** Sends one webhook. Never throws: an unreachable receiver is an outcome with status null. */
export async function sendWebhook(
  { url, secretKey, closing }: WebhookSender,
  body: string,
  isForged: boolean,
): Promise<DeliveryOutcome> {
  try {
    // Lowercase hex HMAC-SHA512 of the raw body (payments protocol, "Webhooks").
    const signature = createHmac('sha512', isForged ? `not ${secretKey}` : secretKey).update(body);
    const response = await fetch(url(), {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Paystack/2.0',
        'x-paystack-signature': signature.digest('hex'),
      },
      body,
      signal: AbortSignal.any([closing, AbortSignal.timeout(webhookTimeoutMs)]),
    });
    await response.body?.cancel();
    return { status: response.status, error: null };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { status: null, error: cause instanceof Error ? cause.message : String(cause) };
  }
}

const MAX_CONCURRENT = 64;

/** Starts delivering due webhooks of `queue`, at the speed of `settings`. */
export function startWebhookSenderLoop(
  queue: WebhookQueue,
  settings: PaymentSettingsStore,
  sender: Pick<WebhookSender, 'url' | 'secretKey'>,
) {
  const closing = new AbortController();
  const inFlight = new Map<number, Promise<void>>();

  async function deliver(delivery: WebhookDelivery): Promise<void> {
    const outcome = await sendWebhook({ ...sender, closing: closing.signal }, delivery.body, delivery.forged);
    if (closing.signal.aborted) return;
    // Any status other than 200 is retried, except for forged copies.
    const isFinal = outcome.status === 200 || delivery.forged;
    const attempts = delivery.attempts + 1;
    const retryInMs = isFinal ? undefined : retryDelayMs(settings.get().webhookSchedule, attempts);
    queue.record(delivery.id, outcome, retryInMs);
  }

  function sendDue(): number {
    const now = Date.now();
    // Deliveries in flight are still listed as due: read twice as many to fill every slot.
    for (const delivery of queue.listDue(now, 2 * MAX_CONCURRENT)) {
      if (inFlight.size >= MAX_CONCURRENT) break;
      if (inFlight.has(delivery.id)) continue;
      const sending = deliver(delivery).finally(() => {
        inFlight.delete(delivery.id);
        clock.wake();
      });
      inFlight.set(delivery.id, sending);
    }
    return queue.findNextDue(now) ?? Number.POSITIVE_INFINITY;
  }

  const clock = startClock(sendDue);
  return {
    wake: clock.wake,
    /** Stops sending. Deliveries in flight are aborted, stay in the queue and are sent at the next start. */
    async close() {
      closing.abort();
      clock.close();
      await Promise.allSettled(inFlight.values());
    },
  };
}
