import { createTransport, type NodemailerError } from 'nodemailer';
import type { Config } from '../config.ts';
import { describeError } from '../describe-error.ts';
import { isPlainAddress, parseSender } from './mail-address.ts';
import { MailDeferredError, MailRejectedError } from './mail-errors.ts';

/** One mail to one person, always in both forms. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Without angle brackets; the same in every attempt, so that a mail sent twice is shown once. */
  readonly messageId: string;
  readonly attachments?: readonly { filename: string; content: string | Buffer; contentType: string }[];
  /** An invitation that calendars understand. */
  readonly icalEvent?: { method: 'REQUEST' | 'CANCEL'; filename: string; content: string };
  readonly headers?: Readonly<Record<string, string>>;
  /** Address that replies go to instead of the sender; ignored when it is not a plain address. */
  readonly replyTo?: string;
}

/** Sends mail over SMTP. */
export interface Mailer {
  /**
   * Resolves once the server has taken the mail. Throws {@link MailRejectedError} when trying again is useless and
   * {@link MailDeferredError} otherwise.
   */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Longest wait for one mail, in milliseconds, whatever the server does. */
const SEND_TIMEOUT_MS = 30_000;

/** Connects lazily and keeps a few connections open. Throws when the sender is not an address. */
export function createMailer({ smtpUrl, from }: Config['mail']): Mailer {
  const sender = parseSender(from);
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 4,
    // The queue repeats; a transport that does so as well would send duplicates that nobody counts.
    maxRequeues: 0,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 15_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, messageId, attachments, headers, icalEvent, replyTo, ...parts }) {
      if (!isPlainAddress(to)) throw new MailRejectedError('The recipient is not a plain e-mail address');
      try {
        await transport.sendMail({
          ...parts,
          from: sender,
          to: { name: '', address: to },
          envelope: { from: sender.address, to: [to] },
          subject: subject.replace(/\p{Cc}+/gu, ' ').trim(),
          messageId: `<${messageId.replace(/[<>\s]/g, '')}>`,
          // A reply or an automatic answer to an automatic mail helps nobody.
          headers: { 'Auto-Submitted': 'auto-generated', ...headers },
          ...(replyTo && isPlainAddress(replyTo) && { replyTo: { name: '', address: replyTo } }),
          ...(attachments && { attachments: [...attachments] }),
          ...(icalEvent && { icalEvent }),
          signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
        });
      } catch (error) {
        throw isRefusal(error)
          ? new MailRejectedError(describeError(error))
          : new MailDeferredError(describeError(error));
      }
    },
    close: () => transport.close({ force: true }),
  };
}

// A refused sender or sign-in is permanent as well, but ours to mend: the mail must not be lost for it.
function isRefusal(error: unknown): boolean {
  const { permanent, code, command } = error as NodemailerError;
  return permanent === true && (code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM'));
}
