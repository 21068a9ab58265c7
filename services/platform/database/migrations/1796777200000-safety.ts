import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Holds on requests, reports, reviews of requests, suspensions, appeals, and acts that wait for a second operator. */
export class Safety1796777200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE requests ADD COLUMN holds text[] NOT NULL DEFAULT '{}'`);
    await runner.query(
      `ALTER TABLE requests ADD CONSTRAINT requests_holds_known
         CHECK (holds <@ ARRAY['review', 'rejected', 'frozen', 'suspended'])`,
    );
    await runner.query(`
      CREATE TABLE reports (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        case_id uuid NOT NULL,
        reporter_id uuid,
        email text,
        reason text NOT NULL,
        details text,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT reports_pkey PRIMARY KEY (id),
        CONSTRAINT reports_reason_known CHECK (reason IN ('fraud', 'danger', 'impersonation', 'offensive', 'wrong', 'other')),
        CONSTRAINT reports_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE RESTRICT,
        CONSTRAINT reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES users(id) ON DELETE SET NULL
      )
    `);
    await runner.query('CREATE INDEX reports_case ON reports (case_id)');
    await runner.query('CREATE INDEX reports_reporter ON reports (reporter_id, created_at)');
    await runner.query(`
      CREATE TABLE request_decisions (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        request_id uuid NOT NULL,
        decision text NOT NULL,
        reason text NOT NULL,
        decided_by_id uuid,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT request_decisions_pkey PRIMARY KEY (id),
        CONSTRAINT request_decisions_known CHECK (decision IN ('approved', 'rejected')),
        CONSTRAINT request_decisions_request_id_fkey FOREIGN KEY (request_id) REFERENCES requests(id) ON DELETE CASCADE,
        CONSTRAINT request_decisions_decided_by_id_fkey FOREIGN KEY (decided_by_id) REFERENCES users(id) ON DELETE RESTRICT
      )
    `);
    await runner.query(
      'CREATE INDEX request_decisions_request ON request_decisions (request_id, created_at)',
    );
    await runner.query(`
      CREATE TABLE suspensions (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        user_id uuid NOT NULL,
        reason text NOT NULL,
        suspended_by_id uuid NOT NULL,
        approved_by_id uuid,
        created_at timestamptz NOT NULL DEFAULT now(),
        lifted_at timestamptz,
        lifted_by_id uuid,
        CONSTRAINT suspensions_pkey PRIMARY KEY (id),
        CONSTRAINT suspensions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
        CONSTRAINT suspensions_suspended_by_id_fkey FOREIGN KEY (suspended_by_id) REFERENCES users(id) ON DELETE RESTRICT,
        CONSTRAINT suspensions_approved_by_id_fkey FOREIGN KEY (approved_by_id) REFERENCES users(id) ON DELETE RESTRICT,
        CONSTRAINT suspensions_lifted_by_id_fkey FOREIGN KEY (lifted_by_id) REFERENCES users(id) ON DELETE RESTRICT
      )
    `);
    await runner.query(
      'CREATE UNIQUE INDEX suspensions_one_active ON suspensions (user_id) WHERE lifted_at IS NULL',
    );
    await runner.query(`
      CREATE TABLE appeals (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        request_decision_id uuid,
        suspension_id uuid,
        text text NOT NULL,
        outcome text,
        answer text,
        answered_by_id uuid,
        answered_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT appeals_pkey PRIMARY KEY (id),
        CONSTRAINT appeals_one_subject CHECK (num_nonnulls(request_decision_id, suspension_id) = 1),
        CONSTRAINT appeals_outcome_known CHECK (outcome IN ('granted', 'denied')),
        CONSTRAINT appeals_answered CHECK ((outcome IS NULL) = (answer IS NULL) AND (outcome IS NULL) = (answered_at IS NULL)),
        CONSTRAINT appeals_request_decision_id_fkey FOREIGN KEY (request_decision_id)
          REFERENCES request_decisions(id) ON DELETE CASCADE,
        CONSTRAINT appeals_suspension_id_fkey FOREIGN KEY (suspension_id) REFERENCES suspensions(id) ON DELETE CASCADE,
        CONSTRAINT appeals_answered_by_id_fkey FOREIGN KEY (answered_by_id) REFERENCES users(id) ON DELETE RESTRICT
      )
    `);
    await runner.query('CREATE UNIQUE INDEX appeals_request_decision ON appeals (request_decision_id)');
    await runner.query('CREATE UNIQUE INDEX appeals_suspension ON appeals (suspension_id)');
    await runner.query(`
      CREATE TABLE pending_approvals (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        action text NOT NULL,
        subject text NOT NULL,
        reason text NOT NULL,
        requested_by_id uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pending_approvals_pkey PRIMARY KEY (id),
        CONSTRAINT pending_approvals_requested_by_id_fkey FOREIGN KEY (requested_by_id) REFERENCES users(id) ON DELETE RESTRICT
      )
    `);
    await runner.query('CREATE UNIQUE INDEX pending_approvals_act ON pending_approvals (action, subject)');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['pending_approvals', 'appeals', 'suspensions', 'request_decisions', 'reports'])
      await runner.query(`DROP TABLE ${table}`);
    // The trigger of the repeatable migration refers to the column; this is its text before.
    await runner.query('DROP TRIGGER requests_changed_open ON requests');
    await runner.query('ALTER TABLE requests DROP COLUMN holds');
    await runner.query(`
      CREATE TRIGGER requests_changed_open AFTER UPDATE ON requests
      FOR EACH ROW WHEN (
        (OLD.status IN ('pending', 'reserved'), OLD.is_public, OLD.created_at, OLD.currency, OLD.price_minor,
          OLD.platform, OLD.course_title, OLD.motivation, OLD.socials)
        IS DISTINCT FROM (NEW.status IN ('pending', 'reserved'), NEW.is_public, NEW.created_at, NEW.currency,
          NEW.price_minor, NEW.platform, NEW.course_title, NEW.motivation, NEW.socials)
      ) EXECUTE FUNCTION keep_open_requests()
    `);
  }
}
