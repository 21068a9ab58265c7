import type { DataSource } from 'typeorm';
import { execute } from '#services/platform/database/sql.ts';

/**
 * Deletes up to 5,000 webhooks that were received longer ago than `keptMs`. Those that reported an incident stay, as its
 * source. Returns their number.
 */
export async function purgeWebhooks(db: DataSource, keptMs: number): Promise<number> {
  return execute(
    db,
    `DELETE FROM webhook_inbox WHERE id IN (
       SELECT w.id FROM webhook_inbox w
       WHERE w.created_at < now() - $1 * interval '1 millisecond'
         AND NOT EXISTS (SELECT 1 FROM provider_incidents i WHERE i.webhook_event_id = w.id) LIMIT 5000)`,
    [keptMs],
  );
}
