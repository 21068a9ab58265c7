import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import type { SandboxStore } from '../sandbox-store.ts';

/** One attachment; `content` is base64, `size` bytes. */
interface ReceivedAttachment {
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

/**
 * Parses the source of a mail, with the SMTP envelope (MAIL FROM, RCPT TO). Content that is not valid MIME is stored as plain text, so
 * that no mail is lost.
 */
export async function readMail(raw: Buffer, envelope: { from: string; to: string[] }): Promise<ReceivedMail> {
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

/** A mail with its id. */
export type StoredMail = ReceivedMail & { id: number };

/** Received mails; see {@link createMailStore}. */
export type MailStore = ReturnType<typeof createMailStore>;

/** Stores mails in `store`. Lists are newest first. */
export function createMailStore({ db, transaction }: SandboxStore) {
  const addMail = db.prepare('INSERT INTO mails (received_at, parsed, raw) VALUES (?, ?, ?)');
  const addRecipient = db.prepare('INSERT INTO mail_recipients (mail_id, address) VALUES (?, ?)');
  const list = db.prepare(
    `SELECT id, parsed FROM mails m
     WHERE :to IS NULL OR EXISTS (SELECT 1 FROM mail_recipients r WHERE r.mail_id = m.id AND r.address = lower(:to))
     ORDER BY id DESC`,
  );
  const ids = db.prepare(
    "SELECT parsed->>'$.messageId' AS messageId, received_at AS receivedMs FROM mails ORDER BY id DESC",
  );
  const byId = db.prepare('SELECT id, parsed FROM mails WHERE id = ?');
  const source = db.prepare('SELECT raw FROM mails WHERE id = ?');
  const recipients = db.prepare(
    'SELECT address, count(*) AS mails FROM mail_recipients GROUP BY address ORDER BY address',
  );
  const remove = db.prepare(
    `DELETE FROM mails
     WHERE :to IS NULL OR id IN (SELECT mail_id FROM mail_recipients WHERE address = lower(:to))`,
  );
  const toMail = (row: Record<string, unknown>): StoredMail => ({
    ...(JSON.parse(String(row.parsed)) as ReceivedMail),
    id: Number(row.id),
  });

  return {
    /** Stores a mail durably and returns its id. */
    add: (mail: ReceivedMail, raw: Buffer): number =>
      transaction(() => {
        const id = Number(addMail.run(Date.now(), JSON.stringify(mail), raw).lastInsertRowid);
        for (const address of mail.to) addRecipient.run(id, address);
        return id;
      }),
    /** Lists all mails, or those sent to one address (case-insensitive). */
    list: (to: string | null): StoredMail[] => list.all({ to }).map(toMail),
    /** Lists Message-ID and time of arrival of all mails: thousands of whole mails are too much for one response. */
    listMessageIds: () => ids.all() as { messageId: string; receivedMs: number }[],
    find: (id: number): StoredMail | undefined => byId.all(id).map(toMail)[0],
    /** Returns the raw MIME source. */
    findSource(id: number): Buffer | undefined {
      const row = source.get(id);
      return row?.raw instanceof Uint8Array ? Buffer.from(row.raw) : undefined;
    },
    /** Lists recipient addresses with their number of mails. */
    listRecipients: () => recipients.all() as { address: string; mails: number }[],
    remove: (to: string | null) => void remove.run({ to }),
  };
}
