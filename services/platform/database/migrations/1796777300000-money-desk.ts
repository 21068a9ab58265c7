import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Results of reconciliations, and the orders in which the desk lists and exports payments and the ledger. */
export class MoneyDesk1796777300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE reconciliation_runs (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        requested_by_id uuid,
        since timestamptz NOT NULL,
        transactions integer NOT NULL DEFAULT 0,
        recorded_fees integer NOT NULL DEFAULT 0,
        differences jsonb NOT NULL DEFAULT '[]',
        difference_count integer NOT NULL DEFAULT 0,
        failure text,
        started_at timestamptz NOT NULL,
        finished_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT reconciliation_runs_pkey PRIMARY KEY (id),
        CONSTRAINT reconciliation_runs_requested_by_id_fkey FOREIGN KEY (requested_by_id) REFERENCES users(id) ON DELETE RESTRICT
      )
    `);
    await runner.query('CREATE INDEX reconciliation_runs_finished ON reconciliation_runs (finished_at)');
    await runner.query('CREATE INDEX payments_created ON payments (created_at, id)');
    await runner.query('CREATE INDEX ledger_transactions_created ON ledger_transactions (created_at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ledger_transactions_created');
    await runner.query('DROP INDEX payments_created');
    await runner.query('DROP TABLE reconciliation_runs');
  }
}
