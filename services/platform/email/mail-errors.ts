import { PermanentError } from '../permanent-error.ts';

/** A mail will never be accepted: its address is not one, or the server refused the recipient or the message for good. */
export class MailRejectedError extends PermanentError {
  override name = 'MailRejectedError';
}

/** A mail was not accepted this time: the server is away, busy, or does not let us in. */
export class MailDeferredError extends Error {
  override name = 'MailDeferredError';
}
