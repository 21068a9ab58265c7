import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What happens to a request before it is paid, how often an invitation was sent, and which mails nobody wants. */
export class RequestChanges1795700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE requests
        ADD COLUMN revision integer NOT NULL DEFAULT 0,
        ADD COLUMN withdrawn_at timestamptz
    `);
    await runner.query(`
      ALTER TABLE request_recipients
        ADD COLUMN resends integer NOT NULL DEFAULT 0,
        ADD COLUMN resent_at timestamptz
    `);
    await runner.query(`
      CREATE TABLE mail_opt_outs (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        user_id uuid,
        address_hash text,
        topic text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT mail_opt_outs_of_one CHECK ((user_id IS NULL) <> (address_hash IS NULL)),
        CONSTRAINT mail_opt_outs_pkey PRIMARY KEY (id),
        CONSTRAINT mail_opt_outs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )
    `);
    await runner.query('CREATE UNIQUE INDEX mail_opt_outs_person ON mail_opt_outs (user_id, topic)');
    await runner.query('CREATE UNIQUE INDEX mail_opt_outs_address ON mail_opt_outs (address_hash, topic)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE mail_opt_outs');
    await runner.query('ALTER TABLE request_recipients DROP COLUMN resends, DROP COLUMN resent_at');
    await runner.query('ALTER TABLE requests DROP COLUMN revision, DROP COLUMN withdrawn_at');
  }
}
