import type { SandboxStore } from '../sandbox-store.ts';
import type { FaultRule, TransportFault, VerifyFault, WebhookFault } from './fault.ts';

interface FaultOf {
  initialize: TransportFault;
  verify: TransportFault | VerifyFault;
  webhook: WebhookFault;
}

/** A rule that has just been hit: how often before, and under which id it was made. */
export interface MatchedFault<F> {
  ruleId: number;
  usedBefore: number;
  fault: F;
}

/** The faults that wait for their call; see {@link createFaultRules}. */
export type FaultRules = ReturnType<typeof createFaultRules>;

/** A rule that lists or holds something for good stays until removed; one mishap happens once. */
function defaultTimes({ on, fault }: FaultRule): number | null {
  if (on === 'webhook') return fault.reorder ?? 1;
  return 'kind' in fault && fault.kind === 'answer' ? null : 1;
}

/** Keeps fault rules in `store`, so that a restart of the sandbox does not heal a rehearsed fault. */
export function createFaultRules({ db }: SandboxStore) {
  const insert = db.prepare(
    'INSERT INTO faults (target, reference, email, remaining, fault) VALUES (?, ?, ?, ?, ?)',
  );
  // A rule for one reference or one payer goes before a rule for the next call of anyone.
  const match = db.prepare(
    `SELECT id, used, fault FROM faults
     WHERE target = :target AND (reference IS NULL OR reference = :reference)
       AND (email IS NULL OR email = lower(:email)) AND (remaining IS NULL OR remaining > 0)
     ORDER BY reference IS NULL, email IS NULL, id LIMIT 1`,
  );
  const consume = db.prepare('UPDATE faults SET remaining = remaining - 1, used = used + 1 WHERE id = ?');
  const all = db.prepare('SELECT * FROM faults ORDER BY id');

  return {
    /** Adds a rule and answers its id. */
    add(rule: FaultRule): number {
      const times = rule.times === undefined ? defaultTimes(rule) : rule.times;
      const email = rule.email?.toLowerCase() ?? null;
      const result = insert.run(rule.on, rule.reference ?? null, email, times, JSON.stringify(rule.fault));
      return Number(result.lastInsertRowid);
    },

    /** The fault that this call meets, counted as used; undefined when it goes well. */
    take<T extends keyof FaultOf>(
      target: T,
      call: { reference: string; email: string },
    ): MatchedFault<FaultOf[T]> | undefined {
      const row = match.get({ target, reference: call.reference, email: call.email });
      if (!row) return undefined;
      consume.run(Number(row.id));
      return { ruleId: Number(row.id), usedBefore: Number(row.used), fault: JSON.parse(String(row.fault)) };
    },

    list: () =>
      all.all().map(({ id, target, reference, email, remaining, used, fault }) => ({
        id,
        on: target,
        reference,
        email,
        remaining,
        used,
        fault: JSON.parse(String(fault)) as unknown,
      })),
    clear: () => db.exec('DELETE FROM faults'),
  };
}
