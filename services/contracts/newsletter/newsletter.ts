import * as z from 'zod/mini';
import { endpoint, LenientText, MessageSchema } from '../endpoint.ts';
import { emailAddress, invalidEmail } from '../fields.ts';

const incomplete = 'This link is incomplete. Please open it from the mail again.';
const TokenSchema = z
  .string(incomplete)
  .check(z.minLength(1, { error: incomplete, abort: true }), z.maxLength(1_000, incomplete));

export const captureEmail = endpoint({
  method: 'POST',
  path: '/user/email-capture',
  summary: 'Join the newsletter; a known address gets the same answer as a new one',
  auth: 'public',
  limit: 'newsletter',
  // One message for every address that is refused, an empty one included (specification section 5).
  body: z.object({ email: emailAddress(invalidEmail) }),
  response: MessageSchema,
});

export const confirmSubscription = endpoint({
  method: 'POST',
  path: '/newsletter/confirm',
  summary: 'Confirm an address for the newsletter, with the token of the confirmation mail',
  auth: 'public',
  body: z.object({ token: TokenSchema }),
  response: MessageSchema,
});

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/newsletter/unsubscribe',
  summary: 'Leave the newsletter, with the token of any of its mails',
  auth: 'public',
  body: z.object({ token: TokenSchema }),
  response: MessageSchema,
});

/** Mail programs without RFC 8058 open the address of the button. Changes nothing. */
export const openUnsubscribePage = endpoint({
  method: 'GET',
  path: '/newsletter/one-click',
  summary: 'Redirect to the page on which one leaves the newsletter',
  auth: 'public',
  statuses: [303],
  query: z.object({ token: LenientText }),
  response: 'redirect',
});

/** The body is ignored: mail clients post a form in either encoding (RFC 8058). */
export const oneClickUnsubscribe = endpoint({
  method: 'POST',
  path: '/newsletter/one-click',
  summary: 'Leave the newsletter by the button of a mail program (RFC 8058); a visit leads to the page',
  auth: 'public',
  query: z.object({ token: TokenSchema }),
  response: MessageSchema,
});
