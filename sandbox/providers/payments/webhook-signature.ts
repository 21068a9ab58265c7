import { createHmac } from 'node:crypto';

/** Value of `x-paystack-signature`: lowercase hex HMAC-SHA512 of the raw body (payments protocol, "Webhooks"). */
export function webhookSignature(rawBody: string | Buffer, secretKey: string): string {
  return createHmac('sha512', secretKey).update(rawBody).digest('hex');
}
