import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts the mails about one person that another person is sent in 24 hours. */
export class PairMails1796779000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE pair_mails (
        recipient_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        about_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        since timestamptz NOT NULL DEFAULT now(),
        count integer NOT NULL DEFAULT 1,
        PRIMARY KEY (recipient_id, about_id)
      )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE pair_mails');
  }
}
