import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores refunds, disputes and rejected transfers that the provider reports. */
export class ProviderIncidents1796730000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE provider_incidents (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        webhook_event_id uuid NOT NULL,
        payment_id uuid,
        kind text NOT NULL,
        event text NOT NULL,
        reference text,
        provider_id text,
        status text,
        amount_minor bigint,
        currency text,
        due_at timestamptz,
        detail text,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT provider_incidents_kind_known CHECK (kind IN ('refund', 'dispute', 'rejected_transfer')),
        CONSTRAINT provider_incidents_pkey PRIMARY KEY (id),
        CONSTRAINT provider_incidents_webhook_event_id_fkey FOREIGN KEY (webhook_event_id)
          REFERENCES webhook_inbox(id) ON DELETE RESTRICT,
        CONSTRAINT provider_incidents_payment_id_fkey FOREIGN KEY (payment_id)
          REFERENCES payments(id) ON DELETE RESTRICT
      )
    `);
    await runner.query(
      'CREATE UNIQUE INDEX provider_incidents_once ON provider_incidents (webhook_event_id)',
    );
    await runner.query(
      'CREATE INDEX provider_incidents_payment ON provider_incidents (payment_id, created_at)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE provider_incidents');
  }
}
