import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { SandboxStore } from '../../sandbox-store.ts';
import { type Row, readRows } from '../stored-rows.ts';

/** How a dispute ended; `declined` means that the merchant refused it. */
export type DisputeResolution = 'merchant-accepted' | 'declined' | 'auto-accepted';

/** Body that the merchant sends with `POST /dispute/:id/evidence`. */
export const EvidenceSchema = z.object({
  customer_email: z.email(),
  customer_name: z.string().min(1),
  customer_phone: z.string().min(1),
  service_details: z.string().min(1),
  delivery_address: z.string().optional(),
  delivery_date: z.iso.datetime().optional(),
});
export type DisputeEvidence = z.output<typeof EvidenceSchema>;

/** One dispute (chargeback) of a captured transaction. Times are milliseconds since 1970. */
export interface Dispute {
  id: number;
  reference: string;
  amountMinor: number;
  currency: string;
  /** The provider's states (payments protocol, "Disputes"). */
  status: 'awaiting-merchant-feedback' | 'awaiting-bank-feedback' | 'pending' | 'resolved' | 'archived';
  resolution: DisputeResolution | null;
  category: 'general' | 'fraud' | 'chargeback';
  /** The money was taken from the merchant's balance. */
  isLost: boolean;
  message: string | null;
  evidence: DisputeEvidence | null;
  uploadedFilename: string | null;
  dueAtMs: number;
  createdAtMs: number;
  updatedAtMs: number;
  resolvedAtMs: number | null;
}

interface DisputeFile {
  disputeId: number;
  contentType: string;
  content: Uint8Array;
}

const columns = `id, reference, amount_minor AS amountMinor, currency, status, resolution, category, lost AS isLost,
  message, evidence, uploaded_filename AS uploadedFilename, due_at AS dueAtMs, created_at AS createdAtMs,
  updated_at AS updatedAtMs, resolved_at AS resolvedAtMs`;
const read = ({ isLost, evidence, ...row }: Row) =>
  ({ ...row, isLost: isLost === 1, evidence: evidence && JSON.parse(String(evidence)) }) as Dispute;

/** Opens the disputes stored in `store`. */
export function createDisputeStore(store: SandboxStore) {
  const { db } = store;
  const rows = readRows(store, { table: 'disputes', columns, read, filters: ['reference', 'status'] });
  const insert = db.prepare(
    `INSERT INTO disputes (reference, amount_minor, currency, status, category, due_at, created_at, updated_at)
     VALUES (:reference, :amountMinor, :currency, 'awaiting-merchant-feedback', :category, :dueAtMs, :now, :now)`,
  );
  const update = db.prepare(
    `UPDATE disputes SET amount_minor = :amountMinor, status = :status, resolution = :resolution, lost = :lost, message = :message,
       evidence = :evidence, uploaded_filename = :uploadedFilename, due_at = :dueAtMs, resolved_at = :resolvedAtMs,
       updated_at = :now WHERE id = :id`,
  );
  const addFile = db.prepare('INSERT INTO dispute_files (filename, dispute_id) VALUES (?, ?)');
  const fillFile = db.prepare('UPDATE dispute_files SET content_type = ?, content = ? WHERE filename = ?');
  const file = db.prepare(
    'SELECT dispute_id AS disputeId, content_type AS contentType, content FROM dispute_files WHERE filename = ?',
  );

  return {
    ...rows,
    add(given: Pick<Dispute, 'reference' | 'amountMinor' | 'currency' | 'category' | 'dueAtMs'>): Dispute {
      return rows.get(insert.run({ ...given, now: Date.now() }).lastInsertRowid);
    },
    change(current: Dispute, change: Partial<Dispute>): Dispute {
      const next = { ...current, ...change };
      const { id, amountMinor, status, resolution, message, uploadedFilename, dueAtMs, resolvedAtMs } = next;
      const evidence = next.evidence && JSON.stringify(next.evidence);
      const fields = { id, amountMinor, status, resolution, message, evidence, uploadedFilename };
      update.run({ ...fields, dueAtMs, resolvedAtMs, lost: Number(next.isLost), now: Date.now() });
      return rows.get(id);
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
    findFile(filename: string): DisputeFile | undefined {
      const row = file.get(filename) as DisputeFile | undefined;
      return row?.content ? row : undefined;
    },
  };
}
