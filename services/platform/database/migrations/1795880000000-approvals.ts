import type { MigrationInterface, QueryRunner } from 'typeorm';

const kinds = `'purchase', 'refund', 'dispute', 'payment_review', 'request_review', 'report', 'appeal', 'reconciliation',
  'document', 'job_failure'`;
const knownKinds = (list: string) => `ALTER TABLE cases DROP CONSTRAINT cases_kind_known,
  ADD CONSTRAINT cases_kind_known CHECK (kind IN (${list})) NOT VALID`;

/** SQL of the id that ends the subject of the pending approval `a`. */
const subjectId = `split_part(a.subject, ':', 2)`;

/**
 * Ties every act that waits for another operator to its case: suspensions and their ends get one, and a higher price that waits gets
 * a row beside the others. Adds when operators were mailed about what waits.
 */
export class Approvals1795880000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(knownKinds(`${kinds}, 'suspension'`));
    await runner.query(
      'ALTER TABLE pending_approvals ADD COLUMN case_id uuid REFERENCES cases (id) ON DELETE RESTRICT',
    );
    await runner.query(
      `INSERT INTO cases (kind, subject_type, subject_id, summary, due_at, created_at)
       SELECT 'suspension', 'user', ${subjectId},
         CASE a.action WHEN 'person.suspend' THEN 'Suspend this person' ELSE 'Lift the suspension' END,
         a.created_at + interval '1 day', a.created_at
       FROM pending_approvals a WHERE a.action IN ('person.suspend', 'person.restore')
       ON CONFLICT (kind, subject_type, subject_id) WHERE status <> 'closed' DO NOTHING`,
    );
    await runner.query(
      `INSERT INTO case_acts (case_id, actor_id, act, detail, created_at)
       SELECT c.id, a.requested_by_id, 'requested', a.reason, a.created_at FROM cases c
       JOIN pending_approvals a ON a.subject = 'user:' || c.subject_id AND a.action IN ('person.suspend', 'person.restore')
       WHERE c.kind = 'suspension'`,
    );
    await runner.query(
      `INSERT INTO pending_approvals (action, subject, reason, requested_by_id, created_at)
       SELECT 'purchase.overrun', 'purchase:' || u.id, '', u.overrun_by_id, coalesce((SELECT max(e.created_at)
         FROM audit_entries e WHERE e.subject = u.id::text AND e.action = 'purchase.overrun_requested'), now())
       FROM purchases u
       WHERE u.overrun_minor IS NOT NULL AND u.overrun_by_id IS NOT NULL AND u.overrun_approved_by_id IS NULL
         AND u.status = 'claimed'`,
    );
    await runner.query(
      `UPDATE pending_approvals a SET case_id = c.id FROM cases c
       WHERE c.status <> 'closed' AND CASE a.action
         WHEN 'purchase.overrun' THEN c.kind = 'purchase' AND c.subject_type = 'purchase' AND c.subject_id = ${subjectId}
         WHEN 'dispute.accept' THEN c.kind = 'dispute' AND c.subject_type = 'payment' AND c.subject_id =
           (SELECT d.payment_id::text FROM disputes d WHERE d.id::text = ${subjectId})
         WHEN 'person.suspend' THEN c.kind = 'suspension' AND c.subject_id = ${subjectId}
         WHEN 'person.restore' THEN c.kind = 'suspension' AND c.subject_id = ${subjectId}
         ELSE c.kind = 'report' AND c.subject_type = split_part(a.subject, ':', 1) AND c.subject_id = ${subjectId} END`,
    );
    await runner.query(
      `ALTER TABLE operators ADD COLUMN approvals_mailed_at timestamptz,
         ADD COLUMN approvals_mailed text[] NOT NULL DEFAULT '{}'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE operators DROP COLUMN approvals_mailed_at, DROP COLUMN approvals_mailed');
    await runner.query(
      `DELETE FROM pending_approvals WHERE action IN ('purchase.overrun', 'report.dismiss')`,
    );
    await runner.query('ALTER TABLE pending_approvals DROP COLUMN case_id');
    // A suspension stays in the history of its person; its acts may be neither changed nor deleted.
    await runner.query(knownKinds(kinds));
  }
}
