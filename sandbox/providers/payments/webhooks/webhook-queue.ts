import type { SandboxStore } from '../../sandbox-store.ts';
import type { FaultRules } from '../faults/fault-rules.ts';
import type { PaymentSettingsStore } from '../payment-settings.ts';
import type { Transaction } from '../transaction.ts';
import { type WebhookEvent, webhookBody } from './webhook-event.ts';

export interface WebhookDelivery {
  id: number;
  body: string;
  forged: boolean;
  attempts: number;
}

/** Result of an attempt: the HTTP status, or the network error. */
export interface DeliveryOutcome {
  status: number | null;
  error: string | null;
}

/** Webhooks to deliver; see {@link createWebhookQueue}. */
export type WebhookQueue = ReturnType<typeof createWebhookQueue>;

/** Gap between reordered webhooks, so that they arrive in a definite order. */
const REORDER_GAP_MS = 100;

/** Stores webhooks in `store` until they are delivered or the retry schedule ends. A delivery is due at
 * `from_ms + wait_ms / speed`. */
export function createWebhookQueue({ db }: SandboxStore, settings: PaymentSettingsStore, faults: FaultRules) {
  const addEvent = db.prepare(
    'INSERT INTO webhook_events (reference, event, body, created_at) VALUES (?, ?, ?, ?)',
  );
  const addDelivery = db.prepare(
    'INSERT INTO webhook_deliveries (event_id, state, forged, reorder_group, from_ms) VALUES (?, ?, ?, ?, ?)',
  );
  const selectHeld = db.prepare(
    "SELECT id FROM webhook_deliveries WHERE reorder_group = ? AND state = 'held' ORDER BY id DESC",
  );
  const release = db.prepare("UPDATE webhook_deliveries SET state = 'pending', from_ms = ? WHERE id = ?");
  const due = db.prepare(
    `SELECT d.id, d.forged, d.attempts, e.body
     FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
     WHERE d.state = 'pending' AND d.from_ms + d.wait_ms / :speed <= :now
     ORDER BY d.from_ms + d.wait_ms / :speed, d.id LIMIT :limit`,
  );
  const nextDue = db.prepare(
    `SELECT min(from_ms + wait_ms / :speed) AS due FROM webhook_deliveries
     WHERE state = 'pending' AND from_ms + wait_ms / :speed > :now`,
  );
  const finish = db.prepare(
    `UPDATE webhook_deliveries SET state = :state, attempts = attempts + 1, last_status = :status,
       last_error = :error, from_ms = :now, wait_ms = :wait WHERE id = :id`,
  );
  const list = db.prepare(
    `SELECT d.id, e.event, e.reference, d.state, d.forged, d.attempts, d.last_status AS lastStatus,
       d.last_error AS lastError
     FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
     WHERE (:reference IS NULL OR e.reference = :reference) AND (:state IS NULL OR d.state = :state) ORDER BY d.id`,
  );
  const lastBody = db.prepare(
    'SELECT body FROM webhook_events WHERE reference = ? AND event = ? ORDER BY id DESC LIMIT 1',
  );

  function releaseWhenComplete(group: number, size: number): void {
    const held = selectHeld.all(group);
    if (held.length < size) return;
    for (const [position, { id }] of held.entries())
      release.run(Date.now() + position * REORDER_GAP_MS, Number(id));
  }

  return {
    /** Enqueues a webhook; call it in the transaction that changes the ledger. */
    enqueue({ reference, email }: Transaction, event: WebhookEvent): void {
      const now = Date.now();
      const added = addEvent.run(reference, event.event, webhookBody(event), now);
      const eventId = Number(added.lastInsertRowid);
      if (settings.get().webhooks === 'off') return;
      const matched = faults.take('webhook', { reference, email });
      const fault = matched?.fault ?? {};
      const fromMs = now + (fault.delayMs ?? 0);
      for (let copy = 0; copy < (fault.forgedCopies ?? 0); copy += 1)
        addDelivery.run(eventId, 'pending', 1, null, fromMs);
      if (fault.missing) return;
      for (let copy = 0; copy < (fault.copies ?? 1); copy += 1) {
        const group = fault.reorder ? (matched?.ruleId ?? null) : null;
        addDelivery.run(eventId, group === null ? 'pending' : 'held', 0, group, fromMs);
      }
      if (fault.reorder && matched) releaseWhenComplete(matched.ruleId, fault.reorder);
    },

    /** Lists deliveries due at `now` (milliseconds since 1970), oldest first. */
    listDue(now: number, limit: number): WebhookDelivery[] {
      const rows = due.all({ speed: settings.get().webhookSpeed, now, limit });
      return rows.map((row) => ({ ...row, forged: row.forged === 1 }) as WebhookDelivery);
    },

    /** Returns when the next delivery after `now` is due; undefined when there is none. */
    findNextDue(now: number): number | undefined {
      const row = nextDue.get({ speed: settings.get().webhookSpeed, now });
      return typeof row?.due === 'number' ? row.due : undefined;
    },

    /** Records an attempt; `retryInMs` undefined ends the delivery. */
    record(id: number, { status, error }: DeliveryOutcome, retryInMs: number | undefined): void {
      const state = retryInMs === undefined ? 'done' : 'pending';
      finish.run({ id, state, status, error, now: Date.now(), wait: retryInMs ?? 0 });
    },

    /** Deliveries, for the control API; null selects all references or states. */
    list: (reference: string | null, state: string | null) => list.all({ reference, state }),
    /** Returns the last body of this reference and event, so that a copy is identical. */
    lastBody(reference: string, event: string): string | undefined {
      const row = lastBody.get(reference, event);
      return row && String(row.body);
    },
  };
}
