import type { EntityManager } from 'typeorm';
import type { CaseDetails } from '#contracts/desk/desk.ts';
import { pictureAddress } from '#services/accounts/pictures/picture.ts';
import { isSuspended } from '#services/accounts/sessions/find-session.ts';
import { type Case, CaseEntity } from '#services/cases/cases.entity.ts';
import { lockUnmatched, referenceSql } from '#services/ledger/reconciliation/unmatched-transactions.ts';
import { row, type SqlClient } from '#services/platform/database/sql.ts';
import { isoTime, isoTimes, type WithDates } from '#services/platform/iso-times.ts';
import { isFiled, proofObstacle } from '#services/purchases/filed-proofs.ts';
import { orderAttemptSql } from '#services/purchases/order-attempt.ts';
import type { Purchase } from '#services/purchases/purchase.entity.ts';
import { listJobsOfFailure } from '#services/queues/find-jobs.ts';
import { presentJobs } from '../queues.ts';
import { findSubjectPayments } from './find-subject-payments.ts';
import { findTransaction } from './find-transaction.ts';

/** The subject of a case: a request with its purchase and payments, a person, a note to a learner, a thank-you, a course, or jobs. */
export interface CaseSubject
  extends Pick<
    CaseDetails,
    'request' | 'person' | 'purchase' | 'course' | 'note' | 'thankYou' | 'payments' | 'transaction' | 'jobs'
  > {
  /** Id of the payment whose course the purchase buys; null for other subjects. */
  paymentId: string | null;
}

const shownJobs = 100;

const requestOf: Partial<Record<Case['subjectType'], string>> = {
  request: '$1::uuid',
  payment: '(SELECT request_id FROM payments WHERE id = $1::uuid)',
  purchase: '(SELECT request_id FROM purchases WHERE id = $1::uuid)',
  thank_you: '(SELECT request_id FROM thank_yous WHERE id = $1::uuid)',
  // Of the payment that has the reference; `held` names the account of the request.
  reconciliation: `CASE WHEN $1::text LIKE 'held:request:%' THEN substr($1, 14)::uuid
    ELSE (SELECT request_id FROM payments WHERE reference = ${referenceSql('$1::text')}) END`,
};

/**
 * Locks the request that a case is about, the person of a suspension or its appeal, or the transaction of a difference, if there is one. Precedes the lock of the case, because settlement, refunds and
 * disputes change cases while they hold the request.
 */
export async function lockSubject(manager: EntityManager, caseId: string): Promise<void> {
  const ofSubject = await manager.findOneBy(CaseEntity, { id: caseId });
  if (!ofSubject) return;
  const idOfRequest = requestOf[ofSubject.subjectType];
  if (ofSubject.subjectType === 'user' && (ofSubject.kind === 'suspension' || ofSubject.kind === 'appeal'))
    await row(manager, 'SELECT id FROM users WHERE id = $1 FOR UPDATE', [ofSubject.subjectId]);
  else if (idOfRequest)
    await row(manager, `SELECT id FROM requests WHERE id = ${idOfRequest} FOR UPDATE`, [ofSubject.subjectId]);
  if (ofSubject.subjectType === 'reconciliation') await lockUnmatched(manager, ofSubject.subjectId);
}

/** Returns the subject of a case, as far as it is a request, a payment, a purchase, a person, a meeting, a course or jobs. */
export async function findSubject(
  client: SqlClient,
  { subjectType, subjectId }: Pick<Case, 'subjectType' | 'subjectId'>,
): Promise<CaseSubject> {
  const idOfRequest = requestOf[subjectType];
  const about =
    idOfRequest &&
    (await row<{ request: NonNullable<CaseDetails['request']>; learnerId: string }>(
      client,
      `SELECT r.learner_id AS "learnerId", jsonb_build_object('id', r.id, 'courseTitle', r.course_title,
         'platform', r.platform, 'link', r.link, 'status', r.status, 'delivery', r.delivery,
         'price', jsonb_build_object('minor', r.price_minor, 'currency', r.currency),
         'accountEmail', r.account_email, 'holds', r.holds, 'motivation', r.motivation, 'createdAt', r.created_at,
         'duration', r.duration, 'durationUnit', r.duration_unit, 'socials', r.socials,
         'audience', array_remove(ARRAY[CASE WHEN r.is_public THEN 'sponsors' END,
           CASE WHEN r.is_public AND r.is_for_visitors THEN 'visitors' END, CASE WHEN r.is_private THEN 'invited' END], NULL),
         'hasPlatformLogin', EXISTS (SELECT 1 FROM platform_logins l WHERE l.request_id = r.id),
         'invoice', CASE WHEN r.delivery = 'school-invoice' THEN jsonb_build_object('reference', r.invoice_reference,
           'payee', r.invoice_payee, 'isThere', NOT r.needs_invoice) END) AS request
       FROM requests r WHERE r.id = ${idOfRequest}`,
      [subjectId],
    ));
  const purchase = subjectType === 'purchase' ? await findPurchase(client, subjectId) : undefined;
  const meeting = subjectType === 'meeting' ? await findMeeting(client, subjectId) : undefined;
  const named = subjectType === 'user' ? subjectId : meeting?.sponsorId;
  const subjectPayment =
    subjectType === 'payment'
      ? subjectId
      : subjectType === 'reconciliation'
        ? subjectId.slice(subjectId.indexOf(':') + 1)
        : undefined;
  const personId = about ? about.learnerId : named;
  return {
    request: about ? { ...about.request, createdAt: isoTime(about.request.createdAt) } : null,
    person: personId ? await findPerson(client, personId) : null,
    purchase: purchase?.facts ?? null,
    paymentId: purchase?.paymentId ?? null,
    course: subjectType === 'course' ? await findCourse(client, subjectId) : null,
    note: meeting?.note ?? null,
    thankYou: subjectType === 'thank_you' ? await findThankYou(client, subjectId) : null,
    payments: about
      ? await findSubjectPayments(client, about.request.id, subjectPayment ?? purchase?.paymentId ?? null)
      : [],
    transaction: subjectType === 'reconciliation' && !about ? await findTransaction(client, subjectId) : null,
    jobs:
      subjectType === 'job'
        ? await presentJobs(client, await listJobsOfFailure(client, subjectId, shownJobs))
        : [],
  };
}

type PersonRow = WithDates<Omit<NonNullable<CaseDetails['person']>, 'picture'>, 'createdAt'> &
  Parameters<typeof pictureAddress>[1];

async function findPerson(client: SqlClient, id: string): Promise<CaseDetails['person']> {
  const person = await row<PersonRow>(
    client,
    `SELECT u.id, full_name AS name, email, role, country, u.created_at AS "createdAt",
       i.content_type AS "contentType", i.address_key AS "addressKey",
       EXISTS (SELECT 1 FROM requests r WHERE r.learner_id = u.id AND 'frozen' = ANY (r.holds)) AS "isPaused"
     FROM users u LEFT JOIN profile_pictures i ON i.user_id = u.id AND NOT ${isSuspended('u.id')} WHERE u.id = $1`,
    [id],
  );
  if (!person) return null;
  const { contentType, addressKey, ...facts } = person;
  return isoTimes({ ...facts, picture: pictureAddress(id, { contentType, addressKey }) });
}

async function findThankYou(client: SqlClient, id: string): Promise<CaseDetails['thankYou']> {
  const text = 'SELECT stage, status, text FROM thank_yous WHERE id = $1';
  return (await row<NonNullable<CaseDetails['thankYou']>>(client, text, [id])) ?? null;
}

const findMeeting = (client: SqlClient, id: string) =>
  row<{ sponsorId: string; note: string | null }>(
    client,
    'SELECT sponsor_id AS "sponsorId", note FROM meetings WHERE id = $1',
    [id],
  );

interface PurchaseRow
  extends Pick<
    Purchase,
    | 'paymentId'
    | 'status'
    | 'claimedUntil'
    | 'orderNumber'
    | 'spentMinor'
    | 'chargedMinor'
    | 'chargedCurrency'
    | 'exchangeRate'
    | 'overrunMinor'
    | 'redeemBy'
    | 'notReceivedAt'
  > {
  isApproved: boolean;
  hasOrder: boolean;
  isPaid: boolean;
  currency: string;
  askedUntil: Date | null;
  receiptAt: Date | null;
  proofAt: Date | null;
}

async function findPurchase(client: SqlClient, id: string) {
  const purchase = await row<PurchaseRow>(
    client,
    `SELECT u.payment_id AS "paymentId", u.status, u.claimed_until AS "claimedUntil", u.order_number AS "orderNumber",
       u.charged_minor::float8 AS "chargedMinor", u.charged_currency AS "chargedCurrency",
       u.exchange_rate::float8 AS "exchangeRate", ${orderAttemptSql} > 0 AS "hasOrder",
       u.spent_minor::float8 AS "spentMinor", u.overrun_minor::float8 AS "overrunMinor", u.redeem_by AS "redeemBy",
       u.not_received_at AS "notReceivedAt", u.overrun_approved_by_id IS NOT NULL AS "isApproved", p.currency, q.due_at AS "askedUntil",
       o.created_at AS "receiptAt", f.created_at AS "proofAt",
       p.status = 'approved' AND r.status = 'paid' AS "isPaid"
     FROM purchases u JOIN payments p ON p.id = u.payment_id JOIN requests r ON r.id = u.request_id
     LEFT JOIN order_receipts o ON o.purchase_id = u.id AND o.attempt = ${orderAttemptSql}
     LEFT JOIN price_choices q ON q.purchase_id = u.id AND q.status = 'waiting'
     LEFT JOIN proofs f ON ${isFiled} WHERE u.id = $1`,
    [id],
  );
  if (!purchase) return undefined;
  const { paymentId, status, isPaid, currency, orderNumber, spentMinor, overrunMinor, isApproved } = purchase;
  const { chargedMinor, chargedCurrency, exchangeRate, hasOrder } = purchase;
  const { askedUntil, redeemBy, receiptAt, proofAt, notReceivedAt } = purchase;
  // While a higher price waits for its approval, the claim has no end.
  const hasEnd = status === 'claimed' && (overrunMinor === null || isApproved);
  const claimedUntil = hasEnd ? purchase.claimedUntil : null;
  const facts = {
    status,
    orderNumber,
    spent: spentMinor === null ? null : { minor: spentMinor, currency },
    charged:
      chargedMinor === null || chargedCurrency === null
        ? null
        : { minor: chargedMinor, currency: chargedCurrency },
    ...{ exchangeRate, hasOrder },
    overrun: overrunMinor === null ? null : { minor: overrunMinor, currency, isApproved },
    ...isoTimes({ claimedUntil, askedUntil, redeemBy, receiptAt, proofAt, notReceivedAt }),
    canAddProof: isPaid && proofObstacle(status, proofAt !== null) === undefined,
  };
  return { facts, paymentId };
}

async function findCourse(client: SqlClient, id: string): Promise<CaseDetails['course']> {
  const course = await row<NonNullable<CaseDetails['course']>>(
    client,
    'SELECT id, title, platform, slug, hidden_reason AS "hiddenReason" FROM courses WHERE id = $1',
    [id],
  );
  return course ?? null;
}
