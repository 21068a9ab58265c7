import { captureEmail, confirmSubscription, unsubscribe } from '#contracts/newsletter/newsletter.ts';
import { call } from '../../browser/api.ts';
import { type FormResult, formResult } from '../../browser/form-result.ts';
import { newsletterCopy as copy } from './newsletter.copy.ts';

/** Subscribes an address to the newsletter. */
export function subscribe(email: string): Promise<FormResult> {
  return formResult(call(captureEmail, { body: { email } }), copy.failed);
}

/** Submits the token of a mail, to confirm or to unsubscribe. */
export function submitToken(purpose: 'confirm' | 'unsubscribe', token: string): Promise<FormResult> {
  const contract = purpose === 'confirm' ? confirmSubscription : unsubscribe;
  return formResult(call(contract, { body: { token } }), copy.lost);
}
