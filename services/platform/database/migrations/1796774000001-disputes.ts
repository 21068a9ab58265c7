import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores disputes as records of their own; open ones are read from the provider by the next poll. */
export class Disputes1796774000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE disputes (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        payment_id uuid NOT NULL,
        provider_id text NOT NULL,
        status text NOT NULL,
        outcome text,
        amount_minor bigint NOT NULL,
        currency text NOT NULL,
        category text,
        due_at timestamptz NOT NULL,
        opened_at timestamptz NOT NULL,
        reminded_at timestamptz,
        answer text,
        answered_by_id uuid,
        answered_at timestamptz,
        message text,
        read_at timestamptz,
        resolved_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT disputes_amount_positive CHECK (amount_minor > 0),
        CONSTRAINT disputes_status_known CHECK (status IN ('awaiting_merchant', 'awaiting_bank', 'resolved')),
        CONSTRAINT disputes_outcome_known CHECK (outcome IN ('won', 'lost', 'accepted')),
        CONSTRAINT disputes_answer_known CHECK (answer IN ('accept', 'fight')),
        CONSTRAINT disputes_resolved_with_outcome CHECK (
          (status = 'resolved') = (outcome IS NOT NULL) AND (outcome IS NULL) = (resolved_at IS NULL)),
        CONSTRAINT disputes_pkey PRIMARY KEY (id),
        CONSTRAINT disputes_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id) ON DELETE RESTRICT,
        CONSTRAINT disputes_answered_by_id_fkey FOREIGN KEY (answered_by_id) REFERENCES users(id) ON DELETE RESTRICT
      )
    `);
    await runner.query('CREATE UNIQUE INDEX disputes_provider_id ON disputes (provider_id)');
    await runner.query('CREATE INDEX disputes_payment ON disputes (payment_id, opened_at)');
    await runner.query(`CREATE INDEX disputes_open ON disputes (due_at) WHERE status <> 'resolved'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE disputes');
  }
}
