import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';

/** One attachment; `content` is base64, `size` bytes. */
export interface ReceivedAttachment {
  filename: string;
  contentType: string;
  size: number;
  content: string;
  contentId: string | null;
}

/** A mail as it is stored: parsed from its MIME source, with the addresses of its envelope. */
export interface ReceivedMail {
  from: string;
  fromName: string;
  /** Envelope recipients (RCPT TO) in lower case, blind copies included. */
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** ISO time of the Date header, otherwise of receipt. */
  date: string;
  messageId: string;
  /** Keyed by lower-case name; repeated headers are joined by a comma. */
  headers: Record<string, string>;
  attachments: ReceivedAttachment[];
}

/** The SMTP envelope (MAIL FROM, RCPT TO). */
export interface MailEnvelope {
  from: string;
  to: string[];
}

function toBytes({ content, mimeType }: Attachment): Buffer {
  if (typeof content === 'string') return Buffer.from(content, 'base64');
  const bytes = Buffer.from(content instanceof ArrayBuffer ? new Uint8Array(content) : content);
  // The parser converts line endings to LF; RFC 5545 requires CRLF in calendars.
  return /^(text\/calendar|application\/ics)$/.test(mimeType)
    ? Buffer.from(bytes.toString('utf8').replace(/\r?\n/g, '\r\n'))
    : bytes;
}

function readAttachment(part: Attachment, index: number): ReceivedAttachment {
  const bytes = toBytes(part);
  const calendar = part.mimeType === 'text/calendar' ? 'invitation.ics' : `attachment-${index + 1}`;
  return {
    filename: part.filename ?? calendar,
    contentType: part.method ? `${part.mimeType}; method=${part.method}` : part.mimeType,
    size: bytes.length,
    content: bytes.toString('base64'),
    contentId: part.contentId?.replace(/^<|>$/g, '') ?? null,
  };
}

function joinHeaders({ headers }: Email): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const { key, value } of headers) joined[key] = key in joined ? `${joined[key]}, ${value}` : value;
  return joined;
}

const mailbox = (address: Address | undefined) => (address?.group === undefined ? address : address.group[0]);

function isoDate(date: string | undefined): string {
  const timeMs = Date.parse(date ?? '');
  return new Date(Number.isNaN(timeMs) ? Date.now() : timeMs).toISOString();
}

/** Parses the source of a mail. Content that is not valid MIME is stored as plain text, so that no mail is lost. */
export async function readMail(raw: Buffer, envelope: MailEnvelope): Promise<ReceivedMail> {
  const email = await PostalMime.parse(raw).catch(() => undefined);
  const from = mailbox(email?.from);
  return {
    from: from?.address ?? envelope.from,
    fromName: from?.name ?? '',
    to: [...new Set(envelope.to.map((address) => address.toLowerCase()))],
    subject: email?.subject ?? '',
    text: email ? (email.text ?? '') : raw.toString('utf8'),
    html: email?.html ?? '',
    date: isoDate(email?.date),
    messageId: email?.messageId ?? '',
    headers: email ? joinHeaders(email) : {},
    attachments: email?.attachments.map(readAttachment) ?? [],
  };
}
