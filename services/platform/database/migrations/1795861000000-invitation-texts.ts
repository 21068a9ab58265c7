import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores whether an operator has read a request's text, and shows it in invitations to unconfirmed addresses (decision 049). */
export class InvitationTexts1795861000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE requests ADD COLUMN invitation_text_hash text,
       ADD COLUMN is_invitation_text_shown boolean NOT NULL DEFAULT false`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE requests DROP COLUMN is_invitation_text_shown, DROP COLUMN invitation_text_hash',
    );
  }
}
