import type { EntityManager } from 'typeorm';
import { openCase } from '#services/cases/open-case.ts';
import { execute, row, rows } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { parseUpload } from '#services/platform/documents/parser/parse-upload.ts';
import { type FileDeps, fileStore, sha256 } from '#services/platform/files/file-store.ts';
import type { StoredBytes } from '#services/platform/files/stored-object.entity.ts';
import type { DocumentToStrip } from './document-to-strip.entity.ts';

type Key = Pick<DocumentToStrip, 'document' | 'ownerId' | 'attempt' | 'requestId'>;
type Problem = NonNullable<DocumentToStrip['problem']>;

const batch = 20;
/** A document that takes too long on a busy machine counts as unreadable, so that is believed the third time. */
const triesToRead = 3;

/** The row of a document; `$1` is its owner, `$2` the order of a purchase. */
const tables: Readonly<Record<Key['document'], { table: string; isRow: string; title: string }>> = {
  proof: { table: 'proofs', isRow: 'request_id = $1 AND $2 = 0', title: 'proof of enrolment' },
  invoice: { table: 'invoices', isRow: 'request_id = $1 AND $2 = 0', title: 'invoice' },
  receipt: {
    table: 'order_receipts',
    isRow: 'purchase_id = $1 AND attempt = $2',
    title: 'receipt of the order',
  },
  certificate: { table: 'certificates', isRow: 'enrolment_id = $1 AND $2 = 0', title: 'certificate' },
};
const reasons: Readonly<Record<Problem, string>> = {
  encrypted: 'is protected by a password',
  unreadable: 'cannot be read',
  program: 'contains a program or another file',
};

/**
 * Rewrites up to 20 PDFs that were stored with their metadata (decision 050). The new file replaces the old one in one
 * statement, and the document leaves the list in the same transaction, so the work can stop at any time and continue. What
 * cannot be rewritten stays as it is and becomes a case.
 */
export async function stripStoredDocuments(deps: FileDeps): Promise<{ rewritten: number; problems: number }> {
  const { db } = deps;
  const files = fileStore(deps);
  const keys = await rows<Key>(
    db,
    `SELECT document, owner_id AS "ownerId", attempt, request_id AS "requestId" FROM documents_to_strip
     WHERE problem IS NULL ORDER BY tries, document, owner_id, attempt LIMIT $1`,
    [batch],
  );
  const done = { rewritten: 0, problems: 0 };
  for (const key of keys) {
    const { table, isRow } = tables[key.document];
    const stored = await row<StoredBytes>(
      db,
      `SELECT data, object_key AS "objectKey" FROM ${table} WHERE ${isRow} AND content_type = 'application/pdf'`,
      [key.ownerId, key.attempt],
    );
    const stripped =
      stored && (await parseUpload('rewrite-pdf', await files.get(stored), 'stored documents'));
    if (stripped && 'problem' in stripped) {
      if (await inTransaction(db, (manager) => recordProblem(manager, key, stripped.problem)))
        done.problems += 1;
      continue;
    }
    const rewritten = stripped && (await files.put(Buffer.from(stripped.data)));
    await inTransaction(db, async (manager) => {
      // Another process was first.
      if (!(await unlist(manager, key))) return;
      if (rewritten) done.rewritten += await replace(manager, key, stored, rewritten);
    });
  }
  return done;
}

const isKey = 'document = $1 AND owner_id = $2 AND attempt = $3';

async function unlist(manager: EntityManager, { document, ownerId, attempt }: Key): Promise<boolean> {
  const sql = `DELETE FROM documents_to_strip WHERE ${isKey}`;
  return (await execute(manager, sql, [document, ownerId, attempt])) === 1;
}

// Another upload may have replaced the document meanwhile; uploads are stored without metadata.
async function replace(
  manager: EntityManager,
  { document, ownerId, attempt }: Key,
  before: StoredBytes,
  after: StoredBytes,
): Promise<number> {
  const { table, isRow } = tables[document];
  return execute(
    manager,
    `UPDATE ${table} SET data = $3, object_key = $4
     WHERE ${isRow} AND ($5::bytea IS NULL AND data IS NULL AND object_key = $6 OR sha256(data) = $5)`,
    [ownerId, attempt, after.data, after.objectKey, before.data && sha256(before.data), before.objectKey],
  );
}

/** Returns whether it opened a case. */
async function recordProblem(
  manager: EntityManager,
  { document, ownerId, attempt, requestId }: Key,
  problem: Problem,
): Promise<boolean> {
  const isFinal = problem !== 'unreadable';
  const recorded = await execute(
    manager,
    `UPDATE documents_to_strip SET tries = tries + 1, problem = CASE WHEN $5 OR tries + 1 >= $6 THEN $4 END
     WHERE ${isKey} AND problem IS NULL`,
    [document, ownerId, attempt, problem, isFinal, triesToRead],
  );
  const listed = await row<{ problem: Problem | null }>(
    manager,
    `SELECT problem FROM documents_to_strip WHERE ${isKey}`,
    [document, ownerId, attempt],
  );
  if (recorded === 0 || !listed?.problem) return false;
  await openCase(manager, {
    kind: 'document',
    subject: { type: 'request', id: requestId },
    summary: `The ${tables[document].title} ${reasons[problem]}, so it still names its author.`,
  });
  return true;
}
