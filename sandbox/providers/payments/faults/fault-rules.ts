import type { SandboxStore } from '../../sandbox-store.ts';
import type { CallTarget, FaultRule, TransportFault, VerifyFault, WebhookFault } from './fault.ts';

interface FaultOf extends Record<CallTarget, TransportFault> {
  verify: TransportFault | VerifyFault;
  webhook: WebhookFault;
}

/** A fault rule that matched a call: its id, and how often it was applied before. */
interface MatchedFault<F> {
  ruleId: number;
  usedBefore: number;
  fault: F;
}

/** Stored fault rules; see {@link createFaultRules}. */
export type FaultRules = ReturnType<typeof createFaultRules>;

/** Overridden verify data stays until removed, reordering ends when its group is complete, other faults apply once. */
function defaultTimes({ on, fault }: FaultRule): number | null {
  if (on === 'webhook') return fault.reorder ?? 1;
  return 'kind' in fault && fault.kind === 'answer' ? null : 1;
}

/** Stores fault rules in `store`, so that they survive a restart of the sandbox. */
export function createFaultRules({ db }: SandboxStore) {
  const insert = db.prepare(
    'INSERT INTO faults (target, reference, email, remaining, fault) VALUES (?, ?, ?, ?, ?)',
  );
  // A rule for one reference or payer takes precedence over a rule for any call.
  const match = db.prepare(
    `SELECT id, used, fault FROM faults
     WHERE target = :target AND (reference IS NULL OR reference = :reference)
       AND (email IS NULL OR email = lower(:email)) AND (remaining IS NULL OR remaining > 0)
     ORDER BY reference IS NULL, email IS NULL, id LIMIT 1`,
  );
  const consume = db.prepare('UPDATE faults SET remaining = remaining - 1, used = used + 1 WHERE id = ?');
  const all = db.prepare('SELECT * FROM faults ORDER BY id');

  return {
    add(rule: FaultRule): number {
      const times = rule.times === undefined ? defaultTimes(rule) : rule.times;
      const email = rule.email?.toLowerCase() ?? null;
      const result = insert.run(rule.on, rule.reference ?? null, email, times, JSON.stringify(rule.fault));
      return Number(result.lastInsertRowid);
    },

    /** Returns the fault for this call and counts its use; undefined when no rule matches. */
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
