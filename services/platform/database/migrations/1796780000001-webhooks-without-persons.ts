import type { MigrationInterface, QueryRunner } from 'typeorm';

const storedFields = [
  ...[
    'id',
    'reference',
    'transaction_reference',
    'refund_reference',
    'status',
    'amount',
    'refund_amount',
    'currency',
  ],
  ...[
    'fees',
    'channel',
    'domain',
    'category',
    'resolution',
    'message_type',
    'paid_at',
    'created_at',
    'resolvedAt',
  ],
  ...['dueAt', 'due_at'],
];

/** Removes what names a person from the stored webhooks, as new ones are stored since this version. */
export class WebhooksWithoutPersons1796780000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `UPDATE webhook_inbox SET payload = jsonb_build_object('event', event, 'data',
         (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(
            CASE jsonb_typeof(payload -> 'data') WHEN 'object' THEN payload -> 'data' ELSE '{}' END)
          WHERE key = ANY($1::text[]) AND jsonb_typeof(value) IN ('number', 'boolean', 'string') AND length(value::text) <= 202)
         || CASE jsonb_typeof(payload #> '{data,transaction,reference}')
              WHEN 'string' THEN jsonb_build_object('transaction',
                jsonb_build_object('reference', payload #> '{data,transaction,reference}'))
              ELSE '{}' END)`,
      [storedFields],
    );
    await runner.query('CREATE INDEX webhook_inbox_by_time ON webhook_inbox (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX webhook_inbox_by_time');
  }
}
