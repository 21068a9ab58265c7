import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A course is saved once; but two paid requests for one link are two enrolments, each to be finished by itself. */
export class EnrolmentsByRequest1796400000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE UNIQUE INDEX enrolments_saved_once ON enrolments (user_id, link) WHERE request_id IS NULL',
    );
    await runner.query('DROP INDEX enrolments_link_once');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE UNIQUE INDEX enrolments_link_once ON enrolments (user_id, link)');
    await runner.query('DROP INDEX enrolments_saved_once');
  }
}
