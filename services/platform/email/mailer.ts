import { SpanKind } from '@opentelemetry/api';
import { createTransport, type NodemailerError } from 'nodemailer';
import { Counter, Histogram } from 'prom-client';
import type { Config } from '../config.ts';
import { describeError } from '../describe-error.ts';
import { PermanentError, UnavailableError } from '../errors.ts';
import { registry } from '../metrics/registry.ts';
import { ServerUnavailableError, serverUnavailable } from '../server-unavailable.ts';
import { inSpan } from '../tracing/spans.ts';
import { currentTraceId } from '../tracing/trace-context.ts';
import { isPlainAddress, parseSender } from './mail-address.ts';

/**
 * Thrown when a mail will never be accepted: the address is invalid, or the server permanently rejected the recipient or the message.
 * @internal Tests tell it from the other error.
 */
export class MailRejectedError extends PermanentError {
  override name = 'MailRejectedError';
}

/**
 * Thrown when a mail was not accepted this time: the server is unavailable, busy, or rejects our sign-in. A retry may succeed.
 */
export class MailDeferredError extends UnavailableError {
  override name = 'MailDeferredError';
}

const mailsSent = new Counter({
  name: 'courselift_mails_total',
  help: 'Attempts of this process to send a mail: accepted by the SMTP server, rejected for ever (bounced), or deferred.',
  labelNames: ['outcome'] as const,
  registers: [registry],
});
// Series that exist before their first event, so that its increase is seen.
for (const outcome of ['accepted', 'rejected', 'deferred']) mailsSent.inc({ outcome }, 0);

/** Seconds from when a mail was due until the SMTP server accepted it. */
export const mailDelay = new Histogram({
  name: 'courselift_mail_delay_seconds',
  help: 'Time from when a mail was due until the SMTP server accepted it, for mails that this process sent.',
  buckets: [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3_600, 21_600],
  registers: [registry],
});

/** A mail to one recipient, with a text part and an HTML part. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same in every attempt: with the sender's domain it is the Message-ID, by which mail programs drop a duplicate. */
  readonly id: string;
  readonly attachments?: readonly { filename: string; content: string | Buffer; contentType: string }[];
  /** A calendar invitation (RFC 5546). */
  readonly icalEvent?: { method: 'REQUEST' | 'CANCEL'; filename: string; content: string };
  readonly headers?: Readonly<Record<string, string>>;
  /** Address that replies go to instead of the sender; ignored when it is not a plain address. */
  readonly replyTo?: string;
}

export type Mailer = ReturnType<typeof createMailer>;

/** Timeout for sending one mail, in milliseconds. */
const SEND_TIMEOUT_MS = 30_000;

/** Creates a mailer that connects lazily and pools connections. Throws when the sender is not an address. */
export function createMailer({ smtpUrl, from }: Config['mail']) {
  const sender = parseSender(from);
  const domain = sender.address.slice(sender.address.lastIndexOf('@'));
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 4,
    // The queue retries; retries by the transport as well would send duplicates.
    maxRequeues: 0,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 15_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    /**
     * Resolves when the server has accepted the mail.
     *
     * @throws {MailRejectedError} when a retry is useless, {@link MailDeferredError} for any other failure.
     */
    async send(mail: Mail): Promise<void> {
      const { to, subject, id, attachments, headers, icalEvent, replyTo, ...parts } = mail;
      if (!isPlainAddress(to)) throw new MailRejectedError('The recipient is not a plain e-mail address');
      try {
        const message = {
          ...parts,
          from: sender,
          to: { name: '', address: to },
          envelope: { from: sender.address, to: [to] },
          subject: encodeSubject(subject.replace(/\p{Cc}+/gu, ' ').trim()),
          messageId: `<${id.replace(/[<>@\s]/g, '')}${domain}>`,
          // Prevents automatic replies (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated', ...traceHeader(), ...headers },
          ...(replyTo && isPlainAddress(replyTo) && { replyTo: { name: '', address: replyTo } }),
          ...(attachments && { attachments: [...attachments] }),
          ...(icalEvent && { icalEvent }),
          signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
        };
        await inSpan('send mail', { kind: SpanKind.CLIENT }, () => transport.sendMail(message));
        mailsSent.inc({ outcome: 'accepted' });
      } catch (error) {
        const isRejected = isPermanentRejection(error);
        mailsSent.inc({ outcome: isRejected ? 'rejected' : 'deferred' });
        throw isRejected
          ? new MailRejectedError(describeError(error))
          : new MailDeferredError(describeError(error), {
              hasResponded: (error as NodemailerError).responseCode !== undefined,
            });
      }
    },
    close: () => transport.close({ force: true }),
  };
}

// Mail programs would decode an encoded word (RFC 2047) in a subject, and the library passes it on. At most 10 characters for
// each word: 40 bytes are 68 of the 75 characters that a word may have.
function encodeSubject(subject: string): string {
  if (!subject.includes('=?')) return subject;
  const words = subject.match(/.{1,10}/gsu) ?? [];
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}

// Names the call that caused the mail, as its log lines do.
function traceHeader(): Record<string, string> {
  const traceId = currentTraceId();
  return traceId ? { 'X-Request-Id': traceId } : {};
}

// A rejected sender or sign-in is permanent as well, but an error of our configuration: the mail must be retried.
function isPermanentRejection(error: unknown): boolean {
  const { permanent, code, command } = error as NodemailerError;
  return permanent === true && (code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM'));
}

/**
 * Connects to the mail server, with TLS and sign-in as for a mail, and sends none.
 *
 * @throws {ServerUnavailableError} in one line. What the server says is left out: it may repeat the password.
 */
export async function checkSmtp(smtpUrl: string, timeoutMs: number): Promise<void> {
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const transport = createTransport({ url: smtpUrl, ...limits });
  try {
    await transport.verify();
  } catch (error) {
    const { code, responseCode, message } = error as NodemailerError;
    // Errors of the network have the code ESOCKET, and their own one in the message alone.
    const network = /\bE[A-Z]{4,}\b/.exec(message)?.[0];
    const cause = network ? Object.assign(new Error(network), { code: network }) : error;
    if (responseCode === undefined) throw serverUnavailable('SMTP_URL', 'The mail server', smtpUrl, cause);
    const response = code === 'EAUTH' ? 'rejects the sign-in' : `responds with ${responseCode}`;
    throw new ServerUnavailableError(`SMTP_URL: The mail server at ${new URL(smtpUrl).host} ${response}.`);
  } finally {
    transport.close();
  }
}
