import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the transactions of the provider that no payment has, with the decisions of operators about them. */
export class UnmatchedTransactions1795881300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE unmatched_transactions (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        reference text NOT NULL,
        provider_id text NOT NULL,
        amount_minor bigint NOT NULL,
        currency text NOT NULL,
        fees_minor bigint,
        payer_email text,
        paid_at timestamptz,
        decision text,
        decided_by_id uuid REFERENCES users (id) ON DELETE RESTRICT,
        decided_at timestamptz,
        refund_status text,
        refund_called_at timestamptz,
        refund_provider_id text,
        refund_failure text,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT unmatched_transactions_amount_positive CHECK (amount_minor > 0),
        CONSTRAINT unmatched_transactions_currency_form CHECK (currency ~ '^[A-Z]{3}$'),
        CONSTRAINT unmatched_transactions_payer_email_lower CHECK (payer_email = lower(payer_email)),
        CONSTRAINT unmatched_transactions_decision_known CHECK (decision IN ('payment', 'refund', 'not_ours')),
        CONSTRAINT unmatched_transactions_refund_status_known
          CHECK (refund_status IN ('pending', 'processing', 'needs_attention', 'processed', 'failed')),
        CONSTRAINT unmatched_transactions_decided
          CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decided_by_id IS NULL)),
        CONSTRAINT unmatched_transactions_refund CHECK ((decision IS NOT DISTINCT FROM 'refund') = (refund_status IS NOT NULL))
      )`);
    await runner.query(
      'CREATE UNIQUE INDEX unmatched_transactions_reference ON unmatched_transactions (reference)',
    );
    await runner.query(
      `CREATE INDEX unmatched_transactions_decided_by ON unmatched_transactions (decided_by_id) WHERE decided_by_id IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX unmatched_transactions_payer ON unmatched_transactions (payer_email) WHERE payer_email IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM pending_approvals WHERE action = 'transaction.refund'`);
    await runner.query('DROP TABLE unmatched_transactions');
  }
}
