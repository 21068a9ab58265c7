import { randomBytes } from 'node:crypto';
import type { SandboxStore } from '../../sandbox-store.ts';
import type { ListRange } from '../api/list-query.ts';
import type { Dispute, DisputeResolution, DisputeStatus } from './dispute.ts';

/** The provider's stored disputes; see {@link createDisputeStore}. */
export type DisputeStore = ReturnType<typeof createDisputeStore>;

/** Fields that the merchant, the bank or the control page may change. */
export type DisputeChange = Partial<
  Pick<
    Dispute,
    | 'amountMinor'
    | 'status'
    | 'resolution'
    | 'isLost'
    | 'message'
    | 'evidence'
    | 'uploadedFilename'
    | 'dueAtMs'
    | 'resolvedAtMs'
  >
>;

type Row = Record<string, string | number | null>;

const textOf = (value: Row[string] | undefined) => (value == null ? null : String(value));

function toDispute(row: Row): Dispute {
  return {
    id: Number(row.id),
    reference: String(row.reference),
    amountMinor: Number(row.amount_minor),
    currency: String(row.currency),
    status: String(row.status) as DisputeStatus,
    resolution: textOf(row.resolution) as DisputeResolution | null,
    category: String(row.category) as Dispute['category'],
    isLost: row.lost === 1,
    message: textOf(row.message),
    evidence: row.evidence == null ? null : JSON.parse(String(row.evidence)),
    uploadedFilename: textOf(row.uploaded_filename),
    dueAtMs: Number(row.due_at),
    createdAtMs: Number(row.created_at),
    updatedAtMs: Number(row.updated_at),
    resolvedAtMs: row.resolved_at == null ? null : Number(row.resolved_at),
  };
}

/** Opens the disputes stored in `store`. */
export function createDisputeStore({ db }: SandboxStore) {
  const byId = db.prepare('SELECT * FROM disputes WHERE id = ?');
  const byReference = db.prepare('SELECT * FROM disputes WHERE reference = ? ORDER BY id');
  const all = db.prepare('SELECT * FROM disputes ORDER BY id');
  const insert = db.prepare(
    `INSERT INTO disputes (reference, amount_minor, currency, status, category, due_at, created_at, updated_at)
     VALUES (:reference, :amountMinor, :currency, 'awaiting-merchant-feedback', :category, :dueAtMs, :now, :now)`,
  );
  const update = db.prepare(
    `UPDATE disputes SET amount_minor = :amountMinor, status = :status, resolution = :resolution, lost = :lost, message = :message,
       evidence = :evidence, uploaded_filename = :uploadedFilename, due_at = :dueAtMs, resolved_at = :resolvedAtMs,
       updated_at = :now WHERE id = :id`,
  );
  const matching = `FROM disputes WHERE (:reference IS NULL OR reference = :reference)
    AND (:status IS NULL OR status = :status) AND created_at BETWEEN :fromMs AND :toMs`;
  const page = db.prepare(`SELECT * ${matching} ORDER BY id DESC LIMIT :limit OFFSET :offset`);
  const count = db.prepare(`SELECT count(*) AS n ${matching}`);
  const addFile = db.prepare('INSERT INTO dispute_files (filename, dispute_id) VALUES (?, ?)');
  const fillFile = db.prepare('UPDATE dispute_files SET content_type = ?, content = ? WHERE filename = ?');
  const file = db.prepare('SELECT dispute_id, content_type, content FROM dispute_files WHERE filename = ?');
  const must = (id: number) => {
    const row = byId.get(id);
    if (!row) throw new Error(`No dispute ${id}`);
    return toDispute(row as Row);
  };

  return {
    find(id: number): Dispute | undefined {
      const row = byId.get(id);
      return row && toDispute(row as Row);
    },
    listOf: (reference: string) => byReference.all(reference).map((row) => toDispute(row as Row)),
    list: () => all.all().map((row) => toDispute(row as Row)),
    /** Returns one page, newest first, and the number of all matches. */
    page(
      { limit, offset, ...range }: ListRange,
      filter: { reference: string | null; status: string | null },
    ) {
      const rows = page.all({ ...range, ...filter, limit, offset });
      const total = Number((count.get({ ...range, ...filter }) as Row).n);
      return { disputes: rows.map((row) => toDispute(row as Row)), total };
    },
    add(given: Pick<Dispute, 'reference' | 'amountMinor' | 'currency' | 'category' | 'dueAtMs'>): Dispute {
      return must(Number(insert.run({ ...given, now: Date.now() }).lastInsertRowid));
    },
    change(current: Dispute, change: DisputeChange): Dispute {
      const next = { ...current, ...change };
      const { id, amountMinor, status, resolution, message, uploadedFilename, dueAtMs, resolvedAtMs } = next;
      const evidence = next.evidence && JSON.stringify(next.evidence);
      const fields = { id, amountMinor, status, resolution, message, evidence, uploadedFilename };
      update.run({ ...fields, dueAtMs, resolvedAtMs, lost: Number(next.isLost), now: Date.now() });
      return must(id);
    },
    /** Reserves a name for one upload; the prefix makes it unguessable, as in a signed URL. */
    reserveFile(disputeId: number, uploadFilename: string): string {
      const filename = `${randomBytes(12).toString('hex')}-${uploadFilename.replaceAll(/[^A-Za-z0-9._-]/g, '-')}`;
      addFile.run(filename, disputeId);
      return filename;
    },
    /** Stores an uploaded file; returns false for a name that was not reserved. */
    storeFile: (filename: string, contentType: string, content: Buffer) =>
      fillFile.run(contentType, content, filename).changes === 1,
    /** Returns an uploaded file; undefined when nothing was uploaded under that name. */
    findFile(filename: string): { disputeId: number; contentType: string; content: Uint8Array } | undefined {
      const row = file.get(filename) as Record<string, unknown> | undefined;
      if (!row?.content) return undefined;
      const { dispute_id: disputeId, content_type: contentType, content } = row;
      return {
        disputeId: Number(disputeId),
        contentType: String(contentType),
        content: content as Uint8Array,
      };
    },
  };
}
