import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores whether an operator still has the generated password, which the next sign-in replaces. */
export class InitialPasswordsOfOperators1796785000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE operators ADD COLUMN has_initial_password boolean NOT NULL DEFAULT false',
    );
    // Until now operators could not choose a password. That of the sample operator is printed at every start.
    await runner.query(`UPDATE operators SET has_initial_password = true
      WHERE user_id IN (SELECT id FROM users WHERE NOT is_sample)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE operators DROP COLUMN has_initial_password');
  }
}
