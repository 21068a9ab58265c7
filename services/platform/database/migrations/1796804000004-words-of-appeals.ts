import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Deletes the copies of appeals in the history of cases, which an erasure could not reach; the desk reads the appeals instead. The
 * trigger that rejects changes of the history exists only after the first start.
 */
export class WordsOfAppeals1796804000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("SET LOCAL lock_timeout = '2s'");
    await runner.query('ALTER TABLE case_acts DISABLE TRIGGER USER');
    await runner.query("DELETE FROM case_acts WHERE act = 'appealed'");
    await runner.query('ALTER TABLE case_acts ENABLE TRIGGER USER');
  }

  async down(): Promise<void> {}
}
