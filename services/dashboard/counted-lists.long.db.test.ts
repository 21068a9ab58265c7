import { afterAll, beforeAll, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import {
  type DashboardList,
  getDashboard,
  type LearnerDashboardSchema,
  type SponsorDashboardSchema,
} from '#contracts/dashboard/dashboard.ts';
import { countedLists, listOf, requestStateOf, sponsorLists } from '#contracts/dashboard/request-state.ts';
import { withdrawRequest } from '#contracts/requests/requests.ts';
import { seededRandom } from '#services/catalogue/generate-courses.ts';
import { recordRefunds } from '#services/flows/record-refunds.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { databaseNow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { HttpError } from '#services/platform/errors.ts';
import { requestRefund } from '#services/refunds/request-refund.ts';
import { decideRequest } from '#services/safety/request-decisions.ts';
import { addOperator, idOf } from '#tests/security/support/accounts.ts';
import { pdf, save, upload } from '#tests/support/money/certificates.ts';
import { orderCourse, payForCourse } from '#tests/support/money/paid-purchases.ts';
import { sendProof } from '#tests/support/money/proofs.ts';
import { fileRequest, join, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let sponsor: SignedIn;
let operatorId: string;
beforeAll(async () => {
  product = await startTestProduct();
  await product.startWorkers();
  sponsor = await join(product.url, 'sponsor');
  operatorId = await idOf(product, await addOperator(product));
});
afterAll(() => product?.close());

const most = { requests: 1_000, courses: 1_000 };
async function read<Schema extends z.ZodMiniType = typeof LearnerDashboardSchema>(
  { token }: SignedIn,
  list?: DashboardList,
) {
  const { body } = await callApi(
    product.url,
    getDashboard,
    { query: { ...most, ...(list && { list }) } },
    token,
  );
  return body as unknown as z.output<Schema>;
}

/** One of this learner's requests with an approved payment, or without one. */
interface Subject {
  id: string;
  status: string;
  purchase: string | null;
  paymentId: string | null;
  enrolmentId: string | null;
}

const refundOf = async (paymentId: string) => {
  const { reference, amountMinor } = await product.db
    .getRepository(PaymentEntity)
    .findOneByOrFail({ id: paymentId });
  const facts = { status: 'processed', amountMinor, currency: 'NGN', createdAt: null } as const;
  return { id: `refund-${paymentId}`, transactionId: null, reference, ...facts };
};

type Act = (subject: Subject, learner: SignedIn) => Promise<unknown>;
const acts: readonly (readonly [isPossible: (subject: Subject) => boolean, act: Act])[] = [
  [
    ({ status }) => status === 'pending',
    ({ id }, { token }) => callApi(product.url, withdrawRequest, { params: { id } }, token),
  ],
  [
    ({ status }) => status === 'pending',
    ({ id }) =>
      inTransaction(product.db, (manager) =>
        decideRequest(manager, { requestId: id, decision: 'rejected', reason: 'Not a course.', operatorId }),
      ),
  ],
  [({ purchase }) => purchase === 'queued', ({ id }) => orderCourse(product, id)],
  [
    ({ status, purchase }) => status === 'paid' && purchase === 'handed_over',
    ({ id }) => sendProof(product.url, sponsor, id, pdf()),
  ],
  [
    ({ status, enrolmentId }) => status === 'enrolled' && enrolmentId !== null,
    ({ enrolmentId }, { token }) => upload(product.url, token, String(enrolmentId), pdf()),
  ],
  [
    ({ status, paymentId }) => paymentId !== null && ['paid', 'enrolled'].includes(status),
    ({ paymentId }) =>
      inTransaction(product.db, async (manager) => {
        const refund = { paymentId: String(paymentId), operatorId, reason: 'Wrong course' };
        const { id } = await requestRefund(manager, refund, { isFourEyes: true });
        // Approved without its job, so that it stays under way.
        await manager.query('UPDATE refunds SET approved_at = now(), approved_by_id = $1 WHERE id = $2', [
          operatorId,
          id,
        ]);
      }),
  ],
  [
    ({ status, paymentId }) => paymentId !== null && ['paid', 'enrolled', 'completed'].includes(status),
    async ({ paymentId }) => {
      const refund = await refundOf(String(paymentId));
      await inTransaction(product.db, async (manager) => {
        const readAt = await databaseNow(manager);
        await recordRefunds(manager, { paymentId: String(paymentId), refunds: [refund], readAt });
      });
    },
  ],
];

async function checkSponsor(history: readonly string[]): Promise<void> {
  const all = await read<typeof SponsorDashboardSchema>(sponsor);
  for (const list of sponsorLists) {
    const { impact, totalRequests, sponsoredRequests } = await read<typeof SponsorDashboardSchema>(
      sponsor,
      list,
    );
    const expected = all.sponsoredRequests.filter(({ payment, status }) =>
      list === 'funded'
        ? payment.outcome === 'success'
        : payment.outcome === 'success' && status === 'completed',
    );
    const references = (rows: typeof expected) => rows.map(({ payment }) => payment.reference);
    expect([history, list, references(sponsoredRequests)]).toEqual([history, list, references(expected)]);
    expect([history, list, all.impact[list], impact[list], totalRequests]).toEqual([
      history,
      list,
      ...Array(3).fill(expected.length),
    ]);
  }
}

const subjectsOf = ({ email }: SignedIn): Promise<Subject[]> =>
  product.db.query(
    `SELECT r.id, r.status, p.status AS purchase, y.id AS "paymentId", e.id AS "enrolmentId" FROM requests r
     JOIN users u ON u.id = r.learner_id LEFT JOIN payments y ON y.request_id = r.id AND y.status = 'approved'
     LEFT JOIN purchases p ON p.payment_id = y.id LEFT JOIN enrolments e ON e.request_id = r.id
     WHERE u.email = $1 AND r.holds = '{}' ORDER BY r.created_at, r.id`,
    [email],
  );

async function check(learner: SignedIn, history: readonly string[]): Promise<void> {
  const all = await read(learner);
  for (const list of countedLists) {
    const { requests, dashboardCourses, counters, totalRequests, totalCourses } = await read(learner, list);
    const isOfRequests = list === 'pending' || list === 'paid';
    const shown = isOfRequests ? requests : dashboardCourses;
    const state = list === 'enrolled' ? 'in-progress' : list;
    const expected = isOfRequests
      ? all.requests.filter((request) => listOf(requestStateOf(request)) === list)
      : all.dashboardCourses.filter(({ status }) => status === state);
    const ids = (rows: readonly { _id: string }[]) => rows.map(({ _id }) => _id);
    expect([history, list, ids(shown)]).toEqual([history, list, ids(expected)]);
    expect([history, list, all.counters[list], counters[list]]).toEqual([
      history,
      list,
      shown.length,
      shown.length,
    ]);
    expect(isOfRequests ? totalRequests : totalCourses).toBe(shown.length);
  }
  const { courseTotals, dashboardCourses, totalCourses } = all;
  for (const [state, total] of Object.entries(courseTotals))
    expect([state, total]).toEqual([state, dashboardCourses.filter(({ status }) => status === state).length]);
  expect(totalCourses).toBe(dashboardCourses.length);
}

it.each([1, 2, 3])(
  'each counter is the length of the list that it opens, after a random history (%i)',
  async (seed) => {
    const random = seededRandom(seed);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const learner = await join(product.url, 'learner');
    const history: string[] = [];
    await save(product.url, learner);
    for (let time = 0; time < 4; time += 1) {
      if (random() < 0.4) await fileRequest(product.url, learner);
      else await payForCourse(product, { learner, sponsor });
    }
    for (let time = 0; time < 12; time += 1) {
      const subject = pick(await subjectsOf(learner));
      if (!subject) break;
      const possible = acts.filter(([isPossible]) => isPossible(subject));
      if (possible.length === 0) continue;
      const [, act] = pick(possible);
      history.push(`${subject.status} ${subject.purchase} ${acts.findIndex(([, other]) => other === act)}`);
      // An action that is refused, such as buying a course whose money goes back, changes nothing.
      await act(subject, learner).catch((error: unknown) => {
        if (!(error instanceof HttpError)) throw error;
      });
      await check(learner, history);
      await checkSponsor(history);
    }
    expect(history.length).toBeGreaterThan(2);
  },
);
