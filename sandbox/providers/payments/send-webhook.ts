import type { DeliveryOutcome } from './webhook-queue.ts';
import { webhookTimeoutMs } from './webhook-schedule.ts';
import { webhookSignature } from './webhook-signature.ts';

/** Where announcements go and how they are signed. */
export interface WebhookSender {
  url(): string;
  secretKey: string;
  /** Aborted when the sandbox closes. */
  closing: AbortSignal;
}

/** Posts one announcement. Never throws: an unreachable receiver is an outcome with status null. */
export async function sendWebhook(
  { url, secretKey, closing }: WebhookSender,
  body: string,
  isForged: boolean,
): Promise<DeliveryOutcome> {
  try {
    const answer = await fetch(url(), {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Paystack/2.0',
        'x-paystack-signature': webhookSignature(body, isForged ? `not ${secretKey}` : secretKey),
      },
      body,
      signal: AbortSignal.any([closing, AbortSignal.timeout(webhookTimeoutMs)]),
    });
    await answer.body?.cancel();
    return { status: answer.status, error: null };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { status: null, error: cause instanceof Error ? cause.message : String(cause) };
  }
}
