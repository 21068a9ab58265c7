import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reads the balances of the ledger from an index alone: the desk adds up all postings. */
export class IndexLedgerBalances1795881800000 implements MigrationInterface {
  // CREATE INDEX CONCURRENTLY cannot run in a transaction.
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ledger_postings_balances
      ON ledger_postings (account, currency, amount_minor)`);
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS ledger_postings_account');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX ledger_postings_account ON ledger_postings (account, currency)');
    await runner.query('DROP INDEX ledger_postings_balances');
  }
}
