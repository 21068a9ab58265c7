import { CourseQuerySchema } from '#contracts/catalogue/catalogue.ts';
import { getDashboard as dashboardContract } from '#contracts/dashboard/dashboard.ts';
import { listCases as casesContract } from '#contracts/desk/desk-inbox.ts';
import { getLedger as ledgerContract, listPayments as paymentsContract } from '#contracts/desk/desk-money.ts';
import { dayMs } from '#contracts/durations.ts';
import { listRequests as listingContract } from '#contracts/requests/listing.ts';
import { startSession } from '#services/accounts/sessions/start-session.ts';
import { searchCourses } from '#services/catalogue/search-courses.ts';
import { getDashboard } from '#services/dashboard/get-dashboard.ts';
import type { Deps } from '#services/deps.ts';
import { listCases } from '#services/desk/inbox/inbox.ts';
import { getLedger } from '#services/desk/money/ledger.ts';
import { getPaymentStory } from '#services/desk/money/payment-story.ts';
import { listPayments } from '#services/desk/money/payments.ts';
import { searchPeople } from '#services/desk/people.ts';
import { reconcile } from '#services/ledger/reconciliation/reconcile.ts';
import { row, rows } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { purgeExpired, purgeTable } from '#services/privacy/retention.ts';
import type { ListedTransaction } from '#services/providers/payment-provider.ts';
import { readFigures } from '#services/queues/figures.ts';
import { listRequests } from '#services/requests/listing/list-requests.ts';
import type { courseQuestions } from './course-questions.ts';
import { findActivePeople } from './open-product.ts';
import { addPendingPayments } from './pending-payments.ts';
import { settleDirectly } from './settle-directly.ts';

/** The queries of a screen or a job. */
export interface ScreenCall {
  name: string;
  /** A job that changes what it finds: it runs once. */
  once?: boolean;
  /** `number` counts the calls from 0. */
  call(number: number): Promise<unknown>;
}

const people = 10;
const settlements = 11;
const reconciledDays = 7;

/** Returns the calls of the screens and the daily jobs, on a database with people who have paid requests. */
export async function createScreenCalls(
  deps: Deps,
  questions: typeof courseQuestions,
): Promise<readonly ScreenCall[]> {
  const { db } = deps;
  const [learners, sponsors] = [
    await findActivePeople(deps, 'learner', people),
    await findActivePeople(deps, 'sponsor', people),
  ];
  const pending = await addPendingPayments(db, settlements);
  const queries = Object.values(questions)
    .flatMap(({ isMix, queries: list }) => (isMix ? list : []))
    .map((query) => CourseQuerySchema.parse(query));
  const pick = <T>(list: readonly T[], number: number) => list[number % list.length] as T;
  const own = (role: 'learner' | 'sponsor', number: number) => ({
    caller: { id: pick(role === 'learner' ? learners : sponsors, number), role, sessionId: '' },
  });
  const desk = { caller: { id: pick(sponsors, 0), role: 'operator', sessionId: '' } };
  const list = (query: object) => (number: number) =>
    listRequests({ ...own('sponsor', number), query: listingContract.query.parse(query) } as never, deps);
  const payments = (query: object) => () =>
    listPayments({ ...desk, query: paymentsContract.query.parse(query) } as never, deps);
  const ledger = (query: object) => () =>
    getLedger({ ...desk, query: ledgerContract.query.parse(query) } as never, deps);
  const paid = await rows<{ id: string }>(
    db,
    `SELECT id FROM payments WHERE status = 'approved' LIMIT 11`,
    [],
  );
  const books = await readBooks(deps);
  const dashboard = dashboardContract.query.parse({});
  return [
    { name: 'course search, mix', call: (number) => searchCourses(deps.search, pick(queries, number)) },
    { name: 'listing of requests, no filter', call: list({}) },
    { name: 'listing, common word', call: list({ search: 'farmers' }) },
    { name: 'listing, rare word', call: list({ search: 'zanzibar' }) },
    { name: 'listing, currency and price', call: list({ currency: 'USD', max: 50 }) },
    {
      name: 'dashboard of a learner',
      call: (n) => getDashboard({ ...own('learner', n), query: dashboard } as never, deps),
    },
    {
      name: 'dashboard of a sponsor',
      call: (n) => getDashboard({ ...own('sponsor', n), query: dashboard } as never, deps),
    },
    {
      name: 'sign-in without the password hash',
      call: (n) =>
        inTransaction(db, async (manager) => {
          await row(manager, 'SELECT id FROM users WHERE email = $1', [
            `person-${n * 1_000 + 1}@people.example`,
          ]);
          return startSession(
            pick(learners, n),
            { config: deps.config, db: manager },
            'Browser',
            '127.0.0.1',
          );
        }),
    },
    { name: 'settle', call: (n) => settleDirectly(db, pick(pending, n)) },
    {
      name: 'desk: cases',
      call: () => listCases({ ...desk, query: casesContract.query.parse({}) } as never, deps),
    },
    { name: 'desk: payments', call: payments({}) },
    { name: 'desk: payments, failed', call: payments({ status: 'failed' }) },
    {
      name: 'desk: one payment',
      call: (n) => getPaymentStory({ ...desk, params: pick(paid, n) } as never, deps),
    },
    { name: 'desk: ledger with balances', call: ledger({}) },
    { name: 'desk: ledger of one account', call: ledger({ account: 'provider_fees' }) },
    { name: 'desk: newest people', call: () => searchPeople({ ...desk, query: {} } as never, deps) },
    {
      name: 'desk: people by a part of the name',
      call: (n) => searchPeople({ ...desk, query: { search: `person 9${n}12` } } as never, deps),
    },
    { name: 'figures of queues and cases', call: () => readFigures(db) },
    {
      name: `job: reconcile ${reconciledDays} days`,
      call: () => reconcile(db, books, { days: reconciledDays }),
    },
    { name: 'job: retention', once: true, call: () => purgeExpired(db, new Date()) },
    {
      name: 'job: retention of sessions that have ended',
      once: true,
      call: () => purgeTable(db, 'sessions', new Date(Date.now() + 61 * dayMs)),
    },
    {
      name: 'job: retention of the jobs of four days',
      once: true,
      call: () => purgeTable(db, 'outbox', new Date(Date.now() + 4 * dayMs)),
    },
    {
      name: 'job: retention of the webhooks of 60 days',
      once: true,
      call: () => purgeTable(db, 'webhook_inbox', new Date(Date.now() + 60 * dayMs)),
    },
  ];
}

/** The provider's books, equal to ours, at hand: its calls are no cost of the database. */
async function readBooks({ db }: Deps) {
  const listed = await rows<ListedTransaction>(
    db,
    `SELECT p.id, p.reference, 'success' AS status, l.captured_minor::float8 AS "amountMinor", l.currency,
       nullif(l.fees_minor, 0)::float8 AS "feesMinor", p.created_at AS "createdAt", p.created_at AS "paidAt"
     FROM payments p JOIN ledger_payments l ON l.payment_id = p.id
     WHERE p.created_at >= now() - $1 * interval '1 day'`,
    [reconciledDays],
  );
  const none = async () => [];
  return { listTransactions: async () => listed, listRefunds: none, listDisputes: none };
}
