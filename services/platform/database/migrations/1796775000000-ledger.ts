import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Tables of the double-entry ledger, whose rules are in services/ledger/1-rules.sql. The entries of the former ledger
 * become captures and reversals.
 */
export class Ledger1796775000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner);
    await runner.query(copyEntries);
    await runner.query('DROP TABLE ledger_entries');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE ledger_entries (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        payment_id uuid NOT NULL,
        kind text NOT NULL,
        amount_minor bigint NOT NULL,
        currency text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT ledger_entries_amount_positive CHECK (amount_minor > 0),
        CONSTRAINT ledger_entries_kind_known CHECK (kind IN ('captured', 'returned')),
        CONSTRAINT ledger_entries_pkey PRIMARY KEY (id),
        CONSTRAINT ledger_entries_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id) ON DELETE RESTRICT
      )
    `);
    await runner.query('CREATE UNIQUE INDEX ledger_entries_once ON ledger_entries (payment_id, kind)');
    await runner.query(`
      INSERT INTO ledger_entries (payment_id, kind, amount_minor, currency, created_at)
      SELECT t.payment_id, CASE t.kind WHEN 'capture' THEN 'captured' ELSE 'returned' END, abs(sum(p.amount_minor)),
        p.currency, min(t.created_at)
      FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_id = t.id AND p.account = 'provider'
      WHERE t.kind IN ('capture', 'refund', 'dispute_lost', 'reversal') GROUP BY t.payment_id, 2, p.currency
    `);
    // Views and functions are created by services/ledger/*.sql, after the migrations.
    await runner.query('DROP VIEW IF EXISTS ledger_payments, ledger_balances');
    await runner.query('DROP TABLE ledger_postings, ledger_transactions');
    await runner.query('DROP FUNCTION IF EXISTS reject_ledger_change, check_ledger_transaction');
    await runner.query('DROP FUNCTION IF EXISTS check_ledger_holding, lock_ledger_account');
  }
}

async function createTables(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE ledger_transactions (
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      kind text NOT NULL,
      reference text NOT NULL,
      payment_id uuid,
      actor_id uuid,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT ledger_transactions_kind_known CHECK (kind IN ('capture', 'provider_fee', 'purchase', 'purchase_return',
        'refund', 'dispute_lost', 'reversal', 'allotment')),
      CONSTRAINT ledger_transactions_pkey PRIMARY KEY (id),
      CONSTRAINT ledger_transactions_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id) ON DELETE RESTRICT
    )
  `);
  await runner.query('CREATE UNIQUE INDEX ledger_transactions_once ON ledger_transactions (kind, reference)');
  await runner.query('CREATE INDEX ledger_transactions_payment ON ledger_transactions (payment_id, kind)');
  await runner.query(`
    CREATE TABLE ledger_postings (
      transaction_id uuid NOT NULL,
      line smallint NOT NULL,
      account text NOT NULL,
      amount_minor bigint NOT NULL,
      currency text NOT NULL,
      CONSTRAINT ledger_postings_amount CHECK (amount_minor <> 0),
      CONSTRAINT ledger_postings_account_known CHECK (account ~
        '^(provider|provider_fees|service_fees|completion_fund|purchases|refunds_out|disputes_lost|(request|pool):[0-9a-f-]{36})$'),
      CONSTRAINT ledger_postings_pkey PRIMARY KEY (transaction_id, line),
      CONSTRAINT ledger_postings_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES ledger_transactions(id)
        ON DELETE RESTRICT
    )
  `);
  await runner.query('CREATE INDEX ledger_postings_account ON ledger_postings (account, currency)');
}

// The service fee is known only where the provider captured what was asked for.
const copyEntries = `
  WITH entries AS (
    SELECT gen_random_uuid() AS id, e.*, p.request_id,
      CASE WHEN e.amount_minor = p.amount_minor AND e.currency = p.currency THEN p.fee_minor ELSE 0 END AS fee_minor,
      CASE e.kind WHEN 'captured' THEN 1 ELSE -1 END AS direction
    FROM (SELECT payment_id, kind, amount_minor, currency, created_at FROM ledger_entries) e
    JOIN payments p ON p.id = e.payment_id
  ), transactions AS (
    INSERT INTO ledger_transactions (id, kind, reference, payment_id, created_at)
    SELECT id, CASE kind WHEN 'captured' THEN 'capture' ELSE 'reversal' END, payment_id, payment_id, created_at
    FROM entries
  )
  INSERT INTO ledger_postings (transaction_id, line, account, amount_minor, currency)
  SELECT e.id, l.line, l.account, l.amount_minor, e.currency
  FROM entries e CROSS JOIN LATERAL (VALUES
    (0, 'provider', e.direction * e.amount_minor),
    (1, 'request:' || e.request_id, -e.direction * (e.amount_minor - e.fee_minor)),
    (2, 'service_fees', -e.direction * e.fee_minor),
    (3, 'refunds_out', CASE e.kind WHEN 'returned' THEN -e.amount_minor ELSE 0 END),
    (4, 'refunds_out', CASE e.kind WHEN 'returned' THEN e.amount_minor ELSE 0 END)
  ) AS l (line, account, amount_minor)
  WHERE l.amount_minor <> 0
`;
