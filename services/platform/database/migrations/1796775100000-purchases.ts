import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Purchases of paid courses; one is queued for every request that is paid and not enrolled yet. */
export class Purchases1796775100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE purchases (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        request_id uuid NOT NULL,
        payment_id uuid NOT NULL,
        status text NOT NULL DEFAULT 'queued',
        attempt integer NOT NULL DEFAULT 1,
        owner_id uuid,
        claimed_until timestamptz,
        order_number text,
        charged_minor bigint,
        charged_currency text,
        exchange_rate numeric,
        spent_minor bigint,
        overrun_minor bigint,
        overrun_by_id uuid,
        overrun_approved_by_id uuid,
        bought_at timestamptz,
        handed_over_at timestamptz,
        redeem_by timestamptz,
        code_seen_at timestamptz,
        reminded_at timestamptz,
        redeemed_at timestamptz,
        failure_reason text,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT purchases_status_known CHECK (status IN ('queued', 'claimed', 'bought', 'handed_over', 'redeemed', 'failed')),
        CONSTRAINT purchases_claimed CHECK (status <> 'claimed' OR (owner_id IS NOT NULL AND claimed_until IS NOT NULL)),
        CONSTRAINT purchases_bought CHECK ((bought_at IS NULL) = (spent_minor IS NULL) AND (status NOT IN ('bought', 'handed_over') OR bought_at IS NOT NULL)),
        CONSTRAINT purchases_failed CHECK ((status = 'failed') = (failure_reason IS NOT NULL)),
        CONSTRAINT purchases_pkey PRIMARY KEY (id),
        CONSTRAINT purchases_request_id_fkey FOREIGN KEY (request_id) REFERENCES requests(id) ON DELETE RESTRICT,
        CONSTRAINT purchases_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id) ON DELETE RESTRICT,
        CONSTRAINT purchases_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE RESTRICT,
        CONSTRAINT purchases_overrun_by_id_fkey FOREIGN KEY (overrun_by_id) REFERENCES users(id) ON DELETE RESTRICT,
        CONSTRAINT purchases_overrun_approved_by_id_fkey FOREIGN KEY (overrun_approved_by_id) REFERENCES users(id) ON DELETE RESTRICT
      )
    `);
    await runner.query('CREATE UNIQUE INDEX purchases_one_per_payment ON purchases (payment_id)');
    await runner.query('CREATE INDEX purchases_request ON purchases (request_id)');
    await runner.query(
      `CREATE INDEX purchases_handed_over ON purchases (handed_over_at) WHERE status = 'handed_over'`,
    );
    await runner.query(`
      CREATE TABLE purchase_codes (
        purchase_id uuid NOT NULL,
        key_version text NOT NULL,
        wrapped_key bytea NOT NULL,
        sealed bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT purchase_codes_pkey PRIMARY KEY (purchase_id),
        CONSTRAINT purchase_codes_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES purchases(id) ON DELETE CASCADE
      )
    `);
    // No money could reach a learner who wanted to enrol alone, so their course becomes a gift.
    await runner.query(`
      UPDATE requests r SET delivery = 'gift-to-email', account_email = u.email
      FROM users u WHERE u.id = r.learner_id AND r.delivery = 'self-enrolment'
    `);
    await runner.query(`
      INSERT INTO purchases (request_id, payment_id, created_at)
      SELECT r.id, p.id, coalesce(p.settled_at, r.paid_at) FROM requests r
      JOIN payments p ON p.request_id = r.id AND p.status = 'approved' WHERE r.status = 'paid'
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `UPDATE requests SET delivery = 'self-enrolment', account_email = NULL WHERE delivery = 'gift-to-email'`,
    );
    await runner.query('DROP TABLE purchase_codes');
    await runner.query('DROP TABLE purchases');
  }
}
