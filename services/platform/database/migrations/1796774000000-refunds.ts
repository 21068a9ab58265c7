import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores refunds as records of their own, and requests one for every payment that is due for a refund. */
export class Refunds1796774000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE refunds (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        payment_id uuid NOT NULL,
        origin text NOT NULL,
        status text NOT NULL DEFAULT 'pending',
        amount_minor bigint NOT NULL,
        currency text NOT NULL,
        reason text NOT NULL,
        requested_by_id uuid,
        approved_by_id uuid,
        approved_at timestamptz,
        called_at timestamptz,
        provider_id text,
        read_at timestamptz,
        attentions integer NOT NULL DEFAULT 0,
        failure_reason text,
        processed_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT refunds_amount_positive CHECK (amount_minor > 0),
        CONSTRAINT refunds_status_known
          CHECK (status IN ('pending', 'processing', 'needs_attention', 'processed', 'failed')),
        CONSTRAINT refunds_origin_known CHECK (origin IN ('operator', 'settlement', 'provider')),
        CONSTRAINT refunds_called_when_approved CHECK (called_at IS NULL OR approved_at IS NOT NULL),
        CONSTRAINT refunds_processed_at CHECK ((status = 'processed') = (processed_at IS NOT NULL)),
        CONSTRAINT refunds_pkey PRIMARY KEY (id),
        CONSTRAINT refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id) ON DELETE RESTRICT,
        CONSTRAINT refunds_requested_by_id_fkey FOREIGN KEY (requested_by_id) REFERENCES users(id) ON DELETE RESTRICT,
        CONSTRAINT refunds_approved_by_id_fkey FOREIGN KEY (approved_by_id) REFERENCES users(id) ON DELETE RESTRICT
      )
    `);
    await runner.query('CREATE INDEX refunds_payment ON refunds (payment_id, created_at)');
    await runner.query('CREATE UNIQUE INDEX refunds_provider_id ON refunds (provider_id)');
    await runner.query(`
      CREATE UNIQUE INDEX refunds_one_open_per_payment ON refunds (payment_id)
      WHERE origin <> 'provider' AND status IN ('pending', 'processing', 'needs_attention')
    `);
    await runner.query(`
      CREATE INDEX refunds_open ON refunds (read_at) WHERE status IN ('pending', 'processing', 'needs_attention')
    `);
    await runner.query(`
      CREATE TABLE refund_accounts (
        refund_id uuid NOT NULL,
        key_version text NOT NULL,
        wrapped_key bytea NOT NULL,
        sealed bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT refund_accounts_pkey PRIMARY KEY (refund_id),
        CONSTRAINT refund_accounts_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id) ON DELETE CASCADE
      )
    `);
    await runner.query(`
      INSERT INTO refunds (payment_id, origin, amount_minor, currency, reason)
      SELECT id, 'settlement', coalesce(captured_minor, amount_minor), coalesce(captured_currency, currency),
        'The request was funded, changed or withdrawn before the payment arrived.'
      FROM payments WHERE status = 'refund_due'
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE refund_accounts');
    await runner.query('DROP TABLE refunds');
  }
}
