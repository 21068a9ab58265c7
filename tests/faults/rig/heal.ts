import { setTimeout as sleep } from 'node:timers/promises';
import { row } from '#services/platform/database/sql.ts';
import { controlPayments } from '#tests/support/money/payment-control.ts';
import { readQueued } from './checks/read-queued.ts';
import { readDueJobs } from './checks/read-snapshot.ts';
import { setMail } from './faults/set-mail.ts';
import type { System } from './processes/start-system.ts';

const longestMs = 90_000;
const everyMs = 500;
/** Jobs enqueue jobs: everything is done when nothing was left to do so many times in a row. */
const quietRounds = 4;

/**
 * Ends every fault and waits until nothing is left to do, 90 s at most. Returns how long that took, in seconds, and what
 * is left.
 *
 * @param write is called with what is left, when it changes.
 */
export async function heal(
  system: System,
  write: (line: string) => void,
): Promise<{ healedAfterS: number; left: string }> {
  const startMs = Date.now();
  for (const proxy of Object.values(system.proxies)) proxy?.setState('open');
  await controlPayments(system, 'DELETE', 'faults');
  await setMail(system, { mode: 'normal' });
  let quietSinceMs = startMs;
  let shown = '';
  for (let quiet = 0; quiet < quietRounds && Date.now() - startMs < longestMs; await sleep(everyMs)) {
    const left = await readLeft(system);
    quiet = left === '' ? quiet + 1 : 0;
    if (left !== '') quietSinceMs = Date.now();
    if (left !== shown) write(`healing: ${left || 'nothing left'}\n`);
    shown = left;
  }
  return { healedAfterS: (quietSinceMs - startMs) / 1_000, left: shown };
}

/** Returns what is not done yet, or an empty text. Refunds of late payments wait for an operator and do not count. */
async function readLeft(system: System): Promise<string> {
  const books: { transactions: { reference: string; paidAtMs: number | null }[] } = await controlPayments(
    system,
    'GET',
    'ledger',
  );
  const paid = books.transactions
    .filter(({ paidAtMs }) => paidAtMs !== null)
    .map(({ reference }) => reference);
  const waiting = await row<{ payments: number; refunds: number }>(
    system.db,
    `SELECT (SELECT count(*) FROM payments WHERE reference = ANY($1) AND settled_at IS NULL)::int AS payments,
            (SELECT count(*) FROM refunds WHERE status IN ('pending', 'processing')
               AND NOT (origin = 'settlement' AND approved_at IS NULL))::int AS refunds`,
    [paid],
  );
  // Refunds and disputes of the provider's dashboard become known by webhooks alone.
  const webhooks: { forged: number }[] = await controlPayments(system, 'GET', 'webhooks?state=pending');
  const counts = {
    webhooks: webhooks.filter(({ forged }) => !forged).length,
    payments: waiting?.payments ?? 0,
    refunds: waiting?.refunds ?? 0,
    'jobs due': (await readDueJobs(system)).length,
    'jobs queued': (await readQueued(system)).length,
  };
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}
