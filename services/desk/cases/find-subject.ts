import type { DataSource, EntityManager } from 'typeorm';
import type { CaseDetails } from '#contracts/desk/desk.ts';
import { type Case, CaseEntity } from '#services/cases/case.entity.ts';
import { row } from '#services/platform/database/sql.ts';
import { isFiled } from '#services/purchases/find-filed-proof.ts';
import { proofObstacle } from '#services/purchases/proof-obstacle.ts';
import type { Purchase } from '#services/purchases/purchase.entity.ts';
import { listJobsOfFailure } from '#services/queues/list-jobs.ts';
import { presentJob } from '../present-job.ts';
import { findSubjectPayments } from './find-subject-payments.ts';

type Client = DataSource | EntityManager;

/** What a case is about: a request with its purchase and payments, a person, a note to a learner, a course, or jobs. */
export interface CaseSubject {
  request: CaseDetails['request'];
  person: CaseDetails['person'];
  purchase: CaseDetails['purchase'];
  course: CaseDetails['course'];
  note: CaseDetails['note'];
  payments: CaseDetails['payments'];
  /** Id of the payment whose course the purchase buys; null for other subjects. */
  paymentId: string | null;
  jobs: CaseDetails['jobs'];
}

const shownJobs = 100;

const requestOf: Partial<Record<Case['subjectType'], string>> = {
  request: '$1::uuid',
  payment: '(SELECT request_id FROM payments WHERE id = $1::uuid)',
  purchase: '(SELECT request_id FROM purchases WHERE id = $1::uuid)',
};

/**
 * Locks the request that a case is about, if there is one. Precedes the lock of the case, because settlement, refunds and
 * disputes change cases while they hold the request.
 */
export async function lockSubjectRequest(manager: EntityManager, caseId: string): Promise<void> {
  const found = await manager.findOneBy(CaseEntity, { id: caseId });
  const idOfRequest = found && requestOf[found.subjectType];
  if (!idOfRequest) return;
  await row(manager, `SELECT id FROM requests WHERE id = ${idOfRequest} FOR UPDATE`, [found.subjectId]);
}

/** Returns the subject of a case, as far as it is a request, a payment, a purchase, a person, a meeting, a course or jobs. */
export async function findSubject(
  client: Client,
  { subjectType, subjectId }: Pick<Case, 'subjectType' | 'subjectId'>,
): Promise<CaseSubject> {
  const idOfRequest = requestOf[subjectType];
  const found =
    idOfRequest &&
    (await row<{ request: NonNullable<CaseDetails['request']>; learnerId: string }>(
      client,
      `SELECT r.learner_id AS "learnerId", jsonb_build_object('id', r.id, 'courseTitle', r.course_title,
         'platform', r.platform, 'link', r.link, 'status', r.status, 'delivery', r.delivery,
         'price', jsonb_build_object('minor', r.price_minor, 'currency', r.currency),
         'accountEmail', r.account_email, 'holds', r.holds, 'motivation', r.motivation, 'createdAt', r.created_at,
         'hasPlatformLogin', EXISTS (SELECT 1 FROM platform_logins l WHERE l.request_id = r.id),
         'invoice', CASE WHEN r.delivery = 'school-invoice' THEN jsonb_build_object('reference', r.invoice_reference,
           'payee', r.invoice_payee, 'isThere', NOT r.needs_invoice) END) AS request
       FROM requests r WHERE r.id = ${idOfRequest}`,
      [subjectId],
    ));
  const purchase = subjectType === 'purchase' ? await findPurchase(client, subjectId) : undefined;
  const meeting = subjectType === 'meeting' ? await findMeeting(client, subjectId) : undefined;
  const named = subjectType === 'user' ? subjectId : meeting?.sponsorId;
  const personId = found ? found.learnerId : named;
  return {
    request: found ? withIsoTime(found.request) : null,
    person: personId ? await findPerson(client, personId) : null,
    purchase: purchase?.facts ?? null,
    paymentId: purchase?.paymentId ?? null,
    course: subjectType === 'course' ? await findCourse(client, subjectId) : null,
    note: meeting?.note ?? null,
    payments: found ? await findSubjectPayments(client, found.request.id) : [],
    jobs:
      subjectType === 'job' ? (await listJobsOfFailure(client, subjectId, shownJobs)).map(presentJob) : [],
  };
}

// PostgreSQL writes times in JSON with an offset; the API has UTC with milliseconds.
const withIsoTime = <T extends { createdAt: string }>(one: T): T => ({
  ...one,
  createdAt: new Date(one.createdAt).toISOString(),
});

async function findPerson(client: Client, id: string): Promise<CaseDetails['person']> {
  const person = await row<Omit<NonNullable<CaseDetails['person']>, 'createdAt'> & { createdAt: Date }>(
    client,
    `SELECT id, full_name AS name, email, role, country, created_at AS "createdAt",
       EXISTS (SELECT 1 FROM requests r WHERE r.learner_id = u.id AND 'frozen' = ANY (r.holds)) AS "isPaused"
     FROM users u WHERE id = $1`,
    [id],
  );
  return person ? { ...person, createdAt: person.createdAt.toISOString() } : null;
}

const findMeeting = (client: Client, id: string) =>
  row<{ sponsorId: string; note: string | null }>(
    client,
    'SELECT sponsor_id AS "sponsorId", note FROM meetings WHERE id = $1',
    [id],
  );

interface PurchaseRow
  extends Pick<
    Purchase,
    'paymentId' | 'status' | 'claimedUntil' | 'orderNumber' | 'spentMinor' | 'overrunMinor' | 'redeemBy'
  > {
  isApproved: boolean;
  currency: string;
  askedUntil: Date | null;
  receiptAt: Date | null;
  proofAt: Date | null;
  isPaid: boolean;
}

async function findPurchase(
  client: Client,
  id: string,
): Promise<{ facts: NonNullable<CaseDetails['purchase']>; paymentId: string } | undefined> {
  const found = await row<PurchaseRow>(
    client,
    `SELECT u.payment_id AS "paymentId", u.status, u.claimed_until AS "claimedUntil", u.order_number AS "orderNumber",
       u.spent_minor::float8 AS "spentMinor", u.overrun_minor::float8 AS "overrunMinor", u.redeem_by AS "redeemBy",
       u.overrun_approved_by_id IS NOT NULL AS "isApproved", p.currency, q.due_at AS "askedUntil",
       o.created_at AS "receiptAt", f.created_at AS "proofAt",
       p.status = 'approved' AND r.status = 'paid' AS "isPaid"
     FROM purchases u JOIN payments p ON p.id = u.payment_id JOIN requests r ON r.id = u.request_id
     LEFT JOIN order_receipts o ON o.purchase_id = u.id AND o.attempt = u.attempt
     LEFT JOIN price_choices q ON q.purchase_id = u.id AND q.status = 'waiting'
     LEFT JOIN proofs f ON ${isFiled} WHERE u.id = $1`,
    [id],
  );
  if (!found) return undefined;
  const { paymentId, status, orderNumber, spentMinor, overrunMinor, isApproved, currency } = found;
  const facts = {
    status,
    // While a higher price waits for its approval, the claim has no end.
    claimedUntil:
      status === 'claimed' && (overrunMinor === null || isApproved)
        ? (found.claimedUntil?.toISOString() ?? null)
        : null,
    orderNumber,
    spent: spentMinor === null ? null : { minor: spentMinor, currency },
    overrun: overrunMinor === null ? null : { minor: overrunMinor, currency, isApproved },
    askedUntil: found.askedUntil?.toISOString() ?? null,
    redeemBy: found.redeemBy?.toISOString() ?? null,
    receiptAt: found.receiptAt?.toISOString() ?? null,
    proofAt: found.proofAt?.toISOString() ?? null,
    canAddProof: found.isPaid && proofObstacle(status, found.proofAt !== null) === undefined,
  };
  return { facts, paymentId };
}

async function findCourse(client: Client, id: string): Promise<CaseDetails['course']> {
  const course = await row<NonNullable<CaseDetails['course']>>(
    client,
    'SELECT id, title, platform, slug, hidden_reason AS "hiddenReason" FROM courses WHERE id = $1',
    [id],
  );
  return course ?? null;
}
