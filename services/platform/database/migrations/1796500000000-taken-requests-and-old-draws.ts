import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A draw asks which requests somebody is just paying for; old draws are removed. Both are few among many. */
export class TakenRequestsAndOldDraws1796500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX requests_reserved ON requests (reserved_until) WHERE status = 'reserved'`,
    );
    await runner.query('CREATE INDEX draws_created ON draws (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX draws_created');
    await runner.query('DROP INDEX requests_reserved');
  }
}
