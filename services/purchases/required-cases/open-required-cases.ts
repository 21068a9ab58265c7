import type { DataSource, EntityManager } from 'typeorm';
import { type CaseKey, openCase } from '#services/cases/open-case.ts';
import { lockPayment } from '#services/payments/payments.ts';
import { row, rows, type SqlClient } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';

/** Open work about the subject of a case. */
export type OpenMatter = 'purchase' | 'dispute' | 'refund' | 'money';

interface RequiredCase {
  kind: CaseKey['kind'];
  type: CaseKey['subject']['type'];
  id: string;
  matter: OpenMatter;
}

const columns = 'kind, subject_type AS type, subject_id AS id, matter';

const summaries: Record<OpenMatter, string> = {
  purchase: 'The purchase of this course has not ended.',
  dispute: 'The dispute of this payment is not resolved.',
  refund: 'A refund of this payment is not paid out.',
  money: 'We hold money of this payment, and nothing is bought with it.',
};

/**
 * Returns what is open about the subject of a case of this kind; undefined when the case may be closed. A refund may have only
 * the review of its payment as its case, see `check_closed_case`.
 */
export async function findOpenMatter(
  client: SqlClient,
  { kind, subject }: CaseKey,
): Promise<OpenMatter | undefined> {
  if (subject.type !== 'purchase' && subject.type !== 'payment') return undefined;
  const required = await row<RequiredCase>(
    client,
    `SELECT ${columns} FROM required_cases WHERE subject_type = $2 AND subject_id = $3::uuid
       AND (kind = $1 OR $1 = 'payment_review' AND matter = 'refund') LIMIT 1`,
    [kind, subject.type, subject.id],
  );
  return required?.matter;
}

/** Returns how many open matters have no open case. */
export async function countMissingCases(client: SqlClient): Promise<Map<OpenMatter, number>> {
  const missing = await rows<{ matter: OpenMatter; count: number }>(
    client,
    'SELECT matter, count(*)::int AS count FROM missing_cases GROUP BY matter ORDER BY matter',
  );
  return new Map(missing.map(({ matter, count }) => [matter, count]));
}

/**
 * Opens the cases that are missing about one payment, in the caller's transaction, which holds the row lock of its request.
 * Returns how many there were.
 */
export async function openCasesOfPayment(manager: EntityManager, paymentId: string): Promise<number> {
  const missing = await rows<RequiredCase>(
    manager,
    `SELECT ${columns} FROM missing_cases WHERE payment_id = $1`,
    [paymentId],
  );
  for (const { kind, type, id, matter } of missing)
    await openCase(manager, { kind, subject: { type, id }, summary: summaries[matter] });
  return missing.length;
}

/**
 * Opens every missing case, for example one that was closed before the database rejected it. Returns how many there were.
 * Idempotent.
 */
export async function openMissingCases(db: DataSource): Promise<number> {
  const payments = await rows<{ id: string }>(db, 'SELECT DISTINCT payment_id AS id FROM missing_cases');
  let opened = 0;
  for (const { id } of payments)
    opened += await inTransaction(db, async (manager) => {
      // The open work may be settled meanwhile, so it is read again under the lock.
      await lockPayment(manager, id);
      return openCasesOfPayment(manager, id);
    });
  return opened;
}
