import { setTimeout as sleep } from 'node:timers/promises';
import type { Books, CurrencyTotals } from '#sandbox/providers/payments/control/control-money-page.ts';
import { isCaptured } from '#sandbox/providers/payments/transaction.ts';
import { rows } from '#services/platform/database/sql.ts';
import { openCondition } from '#services/platform/queue/outbox.entity.ts';
import { controlPayments } from '#tests/support/money/payment-control.ts';
import type { System } from '../processes/start-system.ts';
import { readQueued } from './read-queued.ts';
import { readResources } from './read-resources.ts';
import type { ApprovalMail, OpenJob, Resources, Snapshot, StoredPayment } from './snapshot.ts';

/** Reads what the checks compare, from the database, the provider, the mailbox, the queue and the processes. */
export async function readSnapshot(system: System, base: Resources): Promise<Snapshot> {
  const { db, sandbox } = system;
  const books: Books & { totals: Record<string, CurrencyTotals> } = await controlPayments(
    system,
    'GET',
    'ledger',
  );
  const received = (await (await fetch(`${sandbox.httpUrl}/mail/message-ids`)).json()) as {
    messageId: string;
    receivedMs: number;
  }[];
  const ledger = await rows<{ currency: string; minor: number }>(
    db,
    `SELECT currency, sum(amount_minor)::float8 AS minor FROM ledger_postings WHERE account = 'provider' GROUP BY 1`,
  );
  return {
    captured: books.transactions.filter(isCaptured),
    payments: await rows<StoredPayment>(
      db,
      `SELECT id, reference, request_id AS "requestId", status, captured_minor::float8 AS "capturedMinor",
              captured_currency AS "capturedCurrency", extract(epoch FROM settled_at)::float8 * 1000 AS "settledAtMs",
              EXISTS (SELECT FROM purchases u WHERE u.payment_id = p.id) AS "hasPurchase",
              EXISTS (SELECT FROM enrolments e WHERE e.request_id = p.request_id) AS "hasEnrolment"
       FROM payments p`,
    ),
    approvalMails: await rows<ApprovalMail>(
      db,
      `SELECT id AS "outboxId", payload->>'mail' AS mail, payload->>'id' AS "paymentId" FROM outbox
       WHERE job = 'mail.deliver' AND payload->>'mail' IN ('receipt-for-learner', 'receipt-for-sponsor')`,
    ),
    mails: received
      .map(({ messageId, receivedMs }) => ({ messageId: messageId.replace(/[<>]/g, ''), atMs: receivedMs }))
      .reverse(),
    ledger: Object.fromEntries(ledger.map(({ currency, minor }) => [currency, minor])),
    provider: Object.fromEntries(
      Object.entries(books.totals).map(([currency, { balanceMinor }]) => [currency, balanceMinor]),
    ),
    stored: await readStored(system),
    dueJobs: await readDueJobs(system),
    failedJobs: await rows<OpenJob>(
      db,
      'SELECT id, job, last_error AS "lastError" FROM outbox WHERE failed_at IS NOT NULL',
    ),
    queued: await readWaiting(system),
    base,
    now: await readResources(system),
  };
}

/** Jobs that wait or run for some seconds: polls become due all the time. */
async function readWaiting(system: System): Promise<string[]> {
  const before = new Set(await readQueued(system));
  if (before.size === 0) return [];
  await sleep(3_000);
  return (await readQueued(system)).filter((id) => before.has(id));
}

/** Open rows of the outbox that should have run by now. Polls become due all the time, and run within a second. */
export const readDueJobs = ({ db }: System): Promise<OpenJob[]> =>
  rows<OpenJob>(
    db,
    `SELECT id, job, last_error AS "lastError" FROM outbox WHERE ${openCondition} AND available_at <= now() - interval '5 s'`,
  );

// A claim that is not followed by an order lapses after 30 minutes, so its act is read.
async function readStored({ db }: System): Promise<Set<string>> {
  const stored = await rows<{ found: string }>(
    db,
    `SELECT 'file:' || id AS found FROM requests
     UNION ALL SELECT 'initiate:' || reference FROM payments
     UNION ALL SELECT 'newsletter:' || email FROM subscribers
     UNION ALL SELECT 'sign-up:' || email FROM users
     UNION ALL SELECT 'meeting:' || request_id FROM meetings
     UNION ALL SELECT 'reveal:' || request_id FROM purchases WHERE code_seen_at IS NOT NULL
     UNION ALL SELECT 'desk:start-buying:' || p.request_id FROM case_acts a JOIN cases c ON c.id = a.case_id
       JOIN purchases p ON p.id::text = c.subject_id WHERE c.kind = 'purchase' AND a.act = 'start-buying'
     UNION ALL SELECT 'desk:record-order:' || request_id FROM purchases WHERE order_number IS NOT NULL
     UNION ALL SELECT 'desk:hand-over:' || request_id FROM purchases WHERE handed_over_at IS NOT NULL`,
  );
  return new Set(stored.map(({ found: key }) => key));
}
