import type { MigrationInterface, QueryRunner } from 'typeorm';

const indexes = {
  users_words: `users USING gin ((' ' || course_words(full_name || ' ' || email) || ' ' ||
    regexp_replace(coalesce(phone_number, ''), '[^0-9]', '', 'g')) gin_trgm_ops) WITH (gin_pending_list_limit = 128)`,
  cases_words: `cases USING gin ((' ' || course_words(summary)) gin_trgm_ops) WITH (gin_pending_list_limit = 128)`,
  payments_reference_start: 'payments (reference text_pattern_ops)',
  payments_transaction: 'payments (transaction_id)',
  payments_amount: 'payments (currency, amount_minor, created_at)',
  payments_captured_otherwise: `payments (captured_currency, captured_minor, created_at)
    WHERE captured_minor <> amount_minor OR captured_currency <> currency`,
  purchases_order_number: 'purchases (lower(order_number) text_pattern_ops)',
};

/** Finds people, payments, purchases and cases for the search of the desk. */
export class DeskSearch1795880600000 implements MigrationInterface {
  // CREATE INDEX CONCURRENTLY cannot run in a transaction.
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // In a new database, services/catalogue/search/1-words.sql replaces it before the first row.
    await runner.query(`DO $$ BEGIN
      IF to_regprocedure('course_words(text)') IS NULL THEN
        CREATE FUNCTION course_words(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT NULL::text';
      END IF;
    END $$`);
    for (const [name, definition] of Object.entries(indexes))
      await runner.query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ON ${definition}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(indexes)) await runner.query(`DROP INDEX ${name}`);
  }
}
