import { PermanentError } from '../permanent-error.ts';

/** Thrown when a mail will never be accepted: the address is invalid, or the server permanently rejected the recipient or the message. */
export class MailRejectedError extends PermanentError {
  override name = 'MailRejectedError';
}

/** Thrown when a mail was not accepted this time: the server is unavailable, busy, or rejects our sign-in. A retry may succeed. */
export class MailDeferredError extends Error {
  override name = 'MailDeferredError';
}
