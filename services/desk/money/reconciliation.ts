import type { EntityManager } from 'typeorm';
import type * as contracts from '#contracts/desk/desk-money.ts';
import { recordAudit } from '#services/cases/audit-log.ts';
import type { Handler } from '#services/deps.ts';
import { reconcileJob } from '#services/ledger/reconciliation/reconciliation.jobs.ts';
import { execute, hasRow, rows, type SqlClient } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict } from '#services/platform/errors.ts';
import { isoTimes, type WithDates } from '#services/platform/iso-times.ts';
import { openCondition } from '#services/platform/queue/outbox.entity.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';

const shownRuns = 20;
// Advisory lock of starting a reconciliation. The number is unique within this product.
const startLock = 722_043;

type Run = contracts.Reconciliations['runs'][number];

/** Returns the last reconciliations, each difference with the case that is open for it, and its payment or what the provider says. */
export const getReconciliation: Handler<typeof contracts.getReconciliation> = async (_call, { db }) => {
  const runs = await rows<WithDates<Run, 'startedAt' | 'finishedAt' | 'since'>>(
    db,
    `SELECT r.id, r.started_at AS "startedAt", r.finished_at AS "finishedAt", r.since, u.full_name AS "requestedBy",
       r.transactions, r.recorded_fees AS "recordedFees", r.difference_count AS "differenceCount", r.failure,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('summary', d ->> 'summary', 'caseId', c.id,
           'payment', CASE WHEN p.id IS NOT NULL THEN jsonb_build_object('id', p.id, 'reference', p.reference,
             'payer', jsonb_build_object('id', payer.id, 'name', payer.full_name)) END,
           'transaction', CASE WHEN t.id IS NOT NULL AND p.id IS NULL THEN jsonb_build_object('reference', t.reference,
             'providerId', t.provider_id, 'amount', jsonb_build_object('minor', t.amount_minor, 'currency', t.currency),
             'payerEmail', t.payer_email, 'paidAt', to_char(t.paid_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END)
           ORDER BY place), '[]')
         FROM jsonb_array_elements(r.differences) WITH ORDINALITY AS each (d, place)
         LEFT JOIN cases c ON c.kind = 'reconciliation' AND c.subject_type = 'reconciliation' AND c.status <> 'closed'
           AND c.subject_id = (d ->> 'kind') || ':' || (d ->> 'reference')
         LEFT JOIN payments p ON p.reference = d ->> 'reference'
         LEFT JOIN users payer ON payer.id = p.payer_id
         LEFT JOIN unmatched_transactions t ON t.reference = d ->> 'reference') AS differences
     FROM reconciliation_runs r LEFT JOIN users u ON u.id = r.requested_by_id
     ORDER BY r.finished_at DESC, r.id LIMIT ${shownRuns}`,
  );
  return {
    message: 'The reconciliations.',
    data: { isRunning: await isRequested(db), runs: runs.map(isoTimes) },
  };
};

/** Enqueues a reconciliation. @throws HttpError 409 while one that an operator requested waits or runs. */
export const startReconciliation: Handler<typeof contracts.startReconciliation> = async (
  { caller },
  { db },
) => {
  await inTransaction(db, async (manager: EntityManager) => {
    await execute(manager, 'SELECT pg_advisory_xact_lock($1)', [startLock]);
    if (await isRequested(manager)) throw conflict('A reconciliation is running already.');
    await enqueue(manager, reconcileJob, { requestedById: caller.id });
    await recordAudit(manager, 'reconciliation.requested', 'ledger', '', caller.id);
  });
  return { message: 'The reconciliation has started. Its result appears here.' };
};

function isRequested(client: SqlClient): Promise<boolean> {
  return hasRow(client, `SELECT 1 FROM outbox WHERE job = $1 AND ${openCondition}`, [reconcileJob.name]);
}
