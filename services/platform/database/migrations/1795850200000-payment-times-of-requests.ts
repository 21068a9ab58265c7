import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the requests that were paid in a period, from which the usual times are computed. */
export class PaymentTimesOfRequests1795850200000 implements MigrationInterface {
  // CREATE INDEX CONCURRENTLY cannot run in a transaction.
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX CONCURRENTLY IF NOT EXISTS requests_paid ON requests (paid_at) WHERE NOT is_sample',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX requests_paid');
  }
}
