import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A draw queries which requests are paused, which are few among many. */
export class PausedRequests1796778100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX requests_paused ON requests (id)
       WHERE holds = ARRAY['frozen'] AND status IN ('pending', 'reserved')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX requests_paused');
  }
}
