import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds replies to people, mentions of operators in notes, and which operators look at a case. */
export class RepliesAndMentions1795881500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE case_replies (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        case_id uuid NOT NULL REFERENCES cases (id) ON DELETE RESTRICT,
        operator_id uuid NOT NULL REFERENCES users (id) ON DELETE RESTRICT,
        recipient_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        subject text NOT NULL,
        text text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX case_replies_case ON case_replies (case_id)');
    await runner.query('CREATE INDEX case_replies_operator ON case_replies (operator_id)');
    await runner.query('CREATE INDEX case_replies_recipient ON case_replies (recipient_id)');
    await runner.query(`
      CREATE TABLE case_mentions (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        act_id uuid NOT NULL REFERENCES case_acts (id) ON DELETE RESTRICT,
        operator_id uuid NOT NULL REFERENCES users (id) ON DELETE RESTRICT,
        seen_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE UNIQUE INDEX case_mentions_once ON case_mentions (act_id, operator_id)');
    await runner.query('CREATE INDEX case_mentions_operator ON case_mentions (operator_id, created_at)');
    await runner.query(`
      CREATE TABLE case_viewers (
        case_id uuid NOT NULL REFERENCES cases (id) ON DELETE RESTRICT,
        operator_id uuid NOT NULL REFERENCES users (id) ON DELETE RESTRICT,
        seen_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (case_id, operator_id)
      )`);
    await runner.query('CREATE INDEX case_viewers_operator ON case_viewers (operator_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['case_viewers', 'case_mentions', 'case_replies'])
      await runner.query(`DROP TABLE ${table}`);
  }
}
