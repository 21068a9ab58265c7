import type { SandboxStore } from '../sandbox-store.ts';
import type { ReceivedMail } from './received-mail.ts';

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
  const one = db.prepare('SELECT id, parsed FROM mails WHERE id = ?');
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
    listMessageIds: () =>
      ids.all().map(({ messageId, receivedMs }) => ({
        messageId: String(messageId),
        receivedMs: Number(receivedMs),
      })),
    find(id: number): StoredMail | undefined {
      const row = one.get(id);
      return row && toMail(row);
    },
    /** Returns the raw MIME source. */
    findSource(id: number): Buffer | undefined {
      const row = source.get(id);
      return row?.raw instanceof Uint8Array ? Buffer.from(row.raw) : undefined;
    },
    /** Lists recipient addresses with their number of mails. */
    listRecipients: () =>
      recipients.all().map((row) => ({ address: String(row.address), mails: Number(row.mails) })),
    /** Removes all mails, or those sent to one address. */
    remove: (to: string | null) => void remove.run({ to }),
  };
}
