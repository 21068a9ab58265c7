import { captureEmail, confirmSubscription, unsubscribe } from '#contracts/newsletter.ts';
import { call } from '../../browser/api.ts';
import { type FormAnswer, formAnswer } from '../../browser/form-answer.ts';
import { newsletterCopy as copy } from './newsletter.copy.ts';

/** Asks for the newsletter. */
export function subscribe(email: string): Promise<FormAnswer> {
  return formAnswer(call(captureEmail, { body: { email } }), copy.failed);
}

/** Uses the token of a mail: to confirm, or to leave. */
export function takeToken(what: 'confirm' | 'unsubscribe', token: string): Promise<FormAnswer> {
  const contract = what === 'confirm' ? confirmSubscription : unsubscribe;
  return formAnswer(call(contract, { body: { token } }), copy.lost);
}
