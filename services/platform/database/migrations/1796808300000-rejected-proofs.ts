import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why an operator rejected the proof of a payer, who reads it and may add another one. */
export class RejectedProofs1796808300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE purchases ADD COLUMN proof_rejection text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE purchases DROP COLUMN proof_rejection');
  }
}
