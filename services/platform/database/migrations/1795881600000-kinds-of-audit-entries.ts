import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the entries of the audit log of a kind, newest first. */
export class KindsOfAuditEntries1795881600000 implements MigrationInterface {
  // CREATE INDEX CONCURRENTLY cannot run in a transaction.
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX CONCURRENTLY IF NOT EXISTS audit_entries_kind
         ON audit_entries (split_part(action, '.', 1), created_at, id)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX audit_entries_kind');
  }
}
