import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the erasure of an account was requested; and the words of reports only where they can be erased. */
export class Erasure1796781000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The words of reports stand in `reports`, from which they can be erased.
    await runner.query('ALTER TABLE case_acts DISABLE TRIGGER USER');
    await runner.query("DELETE FROM case_acts WHERE act = 'reported'");
    await runner.query('ALTER TABLE case_acts ENABLE TRIGGER USER');
    await runner.query('ALTER TABLE users ADD COLUMN erasure_requested_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN erasure_requested_at');
  }
}
