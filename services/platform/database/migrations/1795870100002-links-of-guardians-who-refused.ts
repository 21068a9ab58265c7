import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds by which links guardians did not agree, so that they are not written to again about the same learner. */
export class LinksOfGuardiansWhoRefused1795870100002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE account_links ADD COLUMN refused_at timestamptz');
    await runner.query(`UPDATE account_links l SET refused_at = u.guardian_refused_at FROM users u
      WHERE u.guardian_refused_at IS NOT NULL AND l.user_id = u.id AND l.purpose = 'guardian-consent' AND l.address = u.guardian_email`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE account_links DROP COLUMN refused_at');
  }
}
