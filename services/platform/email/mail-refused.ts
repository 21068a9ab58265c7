import { PermanentFailure } from '../permanent-failure.ts';

/** A mail will never be accepted: its address is not one, or the server refused the recipient or the message for good. */
export class MailRefused extends PermanentFailure {
  override name = 'MailRefused';
}

/** A mail was not accepted this time: the server is away, busy, or does not let us in. */
export class MailNotAccepted extends Error {
  override name = 'MailNotAccepted';
}
