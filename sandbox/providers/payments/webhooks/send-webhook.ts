import { createHmac } from 'node:crypto';
import type { DeliveryOutcome } from './webhook-queue.ts';
import { webhookTimeoutMs } from './webhook-schedule.ts';

/** Value of `x-paystack-signature`: lowercase hex HMAC-SHA512 of the raw body (payments protocol, "Webhooks"). */
function webhookSignature(rawBody: string | Buffer, secretKey: string): string {
  return createHmac('sha512', secretKey).update(rawBody).digest('hex');
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
    const response = await fetch(url(), {
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
    await response.body?.cancel();
    return { status: response.status, error: null };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { status: null, error: cause instanceof Error ? cause.message : String(cause) };
  }
}
