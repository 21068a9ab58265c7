import type { MigrationInterface, QueryRunner } from 'typeorm';

const isEnded = "status IN ('enrolled', 'completed', 'withdrawn')";

/** Erases the e-mail of the login on the platform, and the login, of requests that no longer need them. */
export class ErasedLogins1796779000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DELETE FROM platform_logins WHERE request_id IN (SELECT id FROM requests WHERE ${isEnded})`,
    );
    await runner.query(
      `UPDATE requests SET account_email = NULL WHERE ${isEnded} AND account_email IS NOT NULL`,
    );
  }

  /** Erased data does not come back. */
  async down(): Promise<void> {}
}
