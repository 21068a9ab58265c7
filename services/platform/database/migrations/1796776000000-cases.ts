import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Cases of the operators with their history, opened for the incidents so far; the audit log accepts inserts only. */
export class Cases1796776000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE cases (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        kind text NOT NULL,
        subject_type text NOT NULL,
        subject_id text NOT NULL,
        summary text NOT NULL,
        status text NOT NULL DEFAULT 'open',
        owner_id uuid,
        claimed_at timestamptz,
        waiting_on text,
        waiting_until timestamptz,
        due_at timestamptz NOT NULL,
        occurrences integer NOT NULL DEFAULT 1,
        excluded_id uuid,
        outcome text,
        closed_reason text,
        closed_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT cases_pkey PRIMARY KEY (id),
        CONSTRAINT cases_kind_known CHECK (kind IN ('purchase', 'refund', 'dispute', 'payment_review',
          'request_review', 'report', 'appeal', 'reconciliation')),
        CONSTRAINT cases_status_known CHECK (status IN ('open', 'claimed', 'waiting', 'closed')),
        CONSTRAINT cases_subject_known CHECK (subject_type IN ('request', 'payment', 'incident', 'purchase', 'refund',
          'dispute', 'user', 'course', 'meeting', 'case', 'reconciliation')),
        CONSTRAINT cases_waiting_on_known CHECK (waiting_on IN ('learner', 'sponsor', 'provider', 'operator', 'reporter')),
        CONSTRAINT cases_waiting CHECK (
          (status = 'waiting') = (waiting_on IS NOT NULL) AND (waiting_on IS NULL) = (waiting_until IS NULL)),
        CONSTRAINT cases_owned CHECK (
          CASE status WHEN 'open' THEN owner_id IS NULL WHEN 'closed' THEN true ELSE owner_id IS NOT NULL END),
        CONSTRAINT cases_closed_with_outcome CHECK (
          (status = 'closed') = (outcome IS NOT NULL) AND (outcome IS NULL) = (closed_at IS NULL)
          AND (outcome IS NULL) = (closed_reason IS NULL)),
        CONSTRAINT cases_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE RESTRICT,
        CONSTRAINT cases_excluded_id_fkey FOREIGN KEY (excluded_id) REFERENCES users(id) ON DELETE RESTRICT
      )
    `);
    await runner.query(
      `CREATE UNIQUE INDEX cases_one_open_per_subject ON cases (kind, subject_type, subject_id) WHERE status <> 'closed'`,
    );
    await runner.query(`CREATE INDEX cases_due ON cases (due_at, id) WHERE status <> 'closed'`);
    await runner.query('CREATE INDEX cases_subject ON cases (subject_type, subject_id)');
    await runner.query('CREATE INDEX cases_closed ON cases (kind, closed_at)');
    await runner.query(`
      CREATE TABLE case_acts (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        case_id uuid NOT NULL,
        actor_id uuid,
        act text NOT NULL,
        detail text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT case_acts_pkey PRIMARY KEY (id),
        CONSTRAINT case_acts_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE RESTRICT,
        CONSTRAINT case_acts_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE RESTRICT
      )
    `);
    await runner.query('CREATE INDEX case_acts_case ON case_acts (case_id, created_at)');
    await this.openCasesOfIncidents(runner);
    await runner.query(`
      CREATE FUNCTION reject_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'Rows of % are only inserted', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
      END $$
    `);
    // Who acted must stay readable, so an account that acted cannot be deleted.
    await runner.query('ALTER TABLE audit_entries DROP CONSTRAINT audit_entries_actor_id_fkey');
    await runner.query(
      `ALTER TABLE audit_entries ADD CONSTRAINT audit_entries_actor_id_fkey
         FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE RESTRICT`,
    );
    await runner.query('CREATE INDEX audit_entries_created ON audit_entries (created_at, id)');
    for (const table of ['audit_entries', 'case_acts']) {
      await runner.query(
        `CREATE TRIGGER ${table}_insert_only BEFORE UPDATE OR DELETE ON ${table}
           FOR EACH ROW EXECUTE FUNCTION reject_change()`,
      );
    }
  }

  private async openCasesOfIncidents(runner: QueryRunner): Promise<void> {
    await runner.query(`
      INSERT INTO cases (kind, subject_type, subject_id, summary, due_at, created_at)
      SELECT CASE status WHEN 'refund_due' THEN 'refund' ELSE 'payment_review' END, 'payment', id::text,
        CASE status WHEN 'refund_due' THEN 'The payment arrived too late and must be refunded.'
          ELSE coalesce(review_reason, 'The payment is unclear.') END,
        coalesce(settled_at, created_at) + interval '1 day', coalesce(settled_at, created_at)
      FROM payments WHERE status IN ('refund_due', 'needs_review')
    `);
    await runner.query(`
      INSERT INTO cases (kind, subject_type, subject_id, summary, due_at, created_at)
      SELECT CASE i.kind WHEN 'rejected_transfer' THEN 'payment_review' ELSE i.kind END,
        CASE WHEN i.payment_id IS NULL THEN 'incident' ELSE 'payment' END, coalesce(i.payment_id, i.id)::text,
        i.event, coalesce(i.due_at, i.created_at + interval '1 day'), i.created_at
      FROM provider_incidents i LEFT JOIN payments p ON p.id = i.payment_id
      WHERE p.status IS DISTINCT FROM 'reversed'
        AND NOT EXISTS (SELECT 1 FROM provider_incidents d WHERE d.event = 'charge.dispute.resolve'
          AND i.kind = 'dispute' AND d.payment_id = i.payment_id)
      ORDER BY i.created_at
      ON CONFLICT DO NOTHING
    `);
    await runner.query(
      `INSERT INTO case_acts (case_id, act, detail, created_at) SELECT id, 'opened', summary, created_at FROM cases`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER audit_entries_insert_only ON audit_entries');
    await runner.query('DROP INDEX audit_entries_created');
    await runner.query('ALTER TABLE audit_entries DROP CONSTRAINT audit_entries_actor_id_fkey');
    await runner.query(
      `ALTER TABLE audit_entries ADD CONSTRAINT audit_entries_actor_id_fkey
         FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL`,
    );
    await runner.query('DROP TABLE case_acts');
    await runner.query('DROP TABLE cases');
    await runner.query('DROP FUNCTION reject_change()');
  }
}
