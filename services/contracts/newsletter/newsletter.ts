import * as z from 'zod/mini';
import { endpoint, LenientText, linkToken } from '../endpoint.ts';
import { emailAddress, invalidEmail } from '../fields.ts';

export const captureEmail = endpoint('POST', '/user/email-capture', 'public', {
  summary: 'Join the newsletter; a known address gets the same answer as a new one',
  limit: 'newsletter',
  // One message for every address that is refused, an empty one included (specification section 5).
  body: z.object({ email: emailAddress(invalidEmail) }),
});

export const confirmSubscription = endpoint('POST', '/newsletter/confirm', 'public', {
  summary: 'Confirm an address for the newsletter, with the token of the confirmation mail',
  body: z.object({ token: linkToken() }),
});

export const unsubscribe = endpoint('POST', '/newsletter/unsubscribe', 'public', {
  summary: 'Leave the newsletter, with the token of any of its mails',
  body: z.object({ token: linkToken() }),
});

/** Mail programs without RFC 8058 open the address of the button. Changes nothing. */
export const openUnsubscribePage = endpoint('GET', '/newsletter/one-click', 'public', {
  summary: 'Redirect to the page on which one leaves the newsletter',
  statuses: [303],
  query: z.object({ token: LenientText }),
  response: 'redirect',
});

/** The body is ignored: mail clients post a form in either encoding (RFC 8058). */
export const oneClickUnsubscribe = endpoint('POST', '/newsletter/one-click', 'public', {
  summary: 'Leave the newsletter by the button of a mail program (RFC 8058); a visit leads to the page',
  query: z.object({ token: linkToken() }),
});
