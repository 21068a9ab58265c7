import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores what of a course is free: more than the status can say, and unknown for courses that are there already. */
export class CourseAccess1796740000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE courses ADD access text,
      ADD CONSTRAINT courses_access_known CHECK (access IN ('free-certificate', 'free-to-learn', 'financial-aid', 'paid'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE courses DROP access');
  }
}
