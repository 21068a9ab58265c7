import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Draws among the waiting learners, and what sponsors pledge to groups. */
export class DrawsAndPledges1795900000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE draws (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        sponsor_id uuid NOT NULL,
        seed text NOT NULL,
        days jsonb NOT NULL,
        first_nonce text,
        day date,
        candidates jsonb,
        second_nonce text,
        winner_id uuid,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT draws_in_order CHECK (
          (first_nonce IS NULL) = (candidates IS NULL) AND (first_nonce IS NULL) = (day IS NULL)
          AND (second_nonce IS NULL OR first_nonce IS NOT NULL)),
        CONSTRAINT draws_pkey PRIMARY KEY (id)
      )
    `);
    await runner.query('CREATE INDEX draws_sponsor ON draws (sponsor_id, created_at)');
    await runner.query(`
      ALTER TABLE draws ADD CONSTRAINT draws_sponsor_id_fkey
        FOREIGN KEY (sponsor_id) REFERENCES users(id) ON DELETE CASCADE
    `);
    await runner.query(`
      ALTER TABLE draws ADD CONSTRAINT draws_winner_id_fkey
        FOREIGN KEY (winner_id) REFERENCES requests(id) ON DELETE SET NULL
    `);
    await runner.query(`
      CREATE TABLE pledges (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        sponsor_id uuid NOT NULL,
        amount_minor bigint NOT NULL,
        currency text NOT NULL,
        target_group text NOT NULL,
        note text,
        status text NOT NULL DEFAULT 'pledged',
        created_at timestamptz NOT NULL DEFAULT now(),
        withdrawn_at timestamptz,
        CONSTRAINT pledges_amount_positive CHECK (amount_minor > 0),
        CONSTRAINT pledges_currency_known CHECK (currency IN ('NGN', 'USD', 'GBP')),
        CONSTRAINT pledges_status_known CHECK (status IN ('pledged', 'withdrawn', 'allotted')),
        CONSTRAINT pledges_withdrawn_at CHECK ((withdrawn_at IS NOT NULL) = (status = 'withdrawn')),
        CONSTRAINT pledges_pkey PRIMARY KEY (id)
      )
    `);
    await runner.query('CREATE INDEX pledges_sponsor ON pledges (sponsor_id, created_at)');
    await runner.query(`
      ALTER TABLE pledges ADD CONSTRAINT pledges_sponsor_id_fkey
        FOREIGN KEY (sponsor_id) REFERENCES users(id) ON DELETE CASCADE
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE draws');
    await runner.query('DROP TABLE pledges');
  }
}
