import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a subscriber was asked to confirm, and what people wait for. */
export class NewsletterAndWaitlist1795200000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE subscribers ADD COLUMN asked_at timestamptz
    `);
    await runner.query(`
      CREATE TABLE waitlist_answers (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        email text,
        wish text NOT NULL,
        note text,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT waitlist_answers_email_lower CHECK (email = lower(email)),
        CONSTRAINT waitlist_answers_wish_known CHECK (wish IN ('dap', 'digiaccess', 'mobile-app', 'learner-communities', 'mentors', 'accountability-groups', 'psychometric-test', 'pricing', 'blog', 'other')),
        CONSTRAINT waitlist_answers_pkey PRIMARY KEY (id)
      )
    `);
    await runner.query(`
      CREATE UNIQUE INDEX waitlist_answers_once ON waitlist_answers (email, wish)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE waitlist_answers');
    await runner.query('ALTER TABLE subscribers DROP COLUMN asked_at');
  }
}
