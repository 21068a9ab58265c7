import type { DataSource, EntityManager } from 'typeorm';
import type { CaseDetails } from '#contracts/desk.ts';
import { row, rows } from '#services/platform/database/sql.ts';
import type { Purchase } from '#services/purchases/purchase.entity.ts';
import { type Case, CaseEntity } from '../cases/case.entity.ts';

type Client = DataSource | EntityManager;

/** What a case is about: a request with its purchase and payments, a person, or a course. */
export interface CaseSubject {
  request: CaseDetails['request'];
  person: CaseDetails['person'];
  purchase: CaseDetails['purchase'];
  course: CaseDetails['course'];
  payments: CaseDetails['payments'];
}

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

/** Returns the subject of a case, as far as it is a request, a payment, a purchase, a person or a course. */
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
  const personId = found ? found.learnerId : subjectType === 'user' ? subjectId : undefined;
  return {
    request: found ? withIsoTime(found.request) : null,
    person: personId ? await findPerson(client, personId) : null,
    purchase: subjectType === 'purchase' ? await findPurchase(client, subjectId) : null,
    course: subjectType === 'course' ? await findCourse(client, subjectId) : null,
    payments: found ? await findPayments(client, found.request.id) : [],
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
    'SELECT id, full_name AS name, email, role, country, created_at AS "createdAt" FROM users WHERE id = $1',
    [id],
  );
  return person ? { ...person, createdAt: person.createdAt.toISOString() } : null;
}

interface PurchaseRow
  extends Pick<
    Purchase,
    'status' | 'claimedUntil' | 'orderNumber' | 'spentMinor' | 'overrunMinor' | 'redeemBy'
  > {
  isApproved: boolean;
  currency: string;
  askedUntil: Date | null;
}

async function findPurchase(client: Client, id: string): Promise<CaseDetails['purchase']> {
  const found = await row<PurchaseRow>(
    client,
    `SELECT u.status, u.claimed_until AS "claimedUntil", u.order_number AS "orderNumber",
       u.spent_minor::float8 AS "spentMinor", u.overrun_minor::float8 AS "overrunMinor", u.redeem_by AS "redeemBy",
       u.overrun_approved_by_id IS NOT NULL AS "isApproved", p.currency, q.due_at AS "askedUntil"
     FROM purchases u JOIN payments p ON p.id = u.payment_id
     LEFT JOIN price_choices q ON q.purchase_id = u.id AND q.status = 'waiting' WHERE u.id = $1`,
    [id],
  );
  if (!found) return null;
  const { status, orderNumber, spentMinor, overrunMinor, isApproved, currency } = found;
  return {
    status,
    claimedUntil: status === 'claimed' ? (found.claimedUntil?.toISOString() ?? null) : null,
    orderNumber,
    spent: spentMinor === null ? null : { minor: spentMinor, currency },
    overrun: overrunMinor === null ? null : { minor: overrunMinor, currency, isApproved },
    askedUntil: found.askedUntil?.toISOString() ?? null,
    redeemBy: found.redeemBy?.toISOString() ?? null,
  };
}

async function findCourse(client: Client, id: string): Promise<CaseDetails['course']> {
  const course = await row<NonNullable<CaseDetails['course']>>(
    client,
    'SELECT id, title, platform, slug, hidden_reason AS "hiddenReason" FROM courses WHERE id = $1',
    [id],
  );
  return course ?? null;
}

interface PaymentRow {
  id: string;
  reference: string;
  payerId: string;
  payerName: string;
  status: string;
  amountMinor: number;
  currency: string;
  settledAt: Date | null;
  createdAt: Date;
  capturedMinor: number | null;
  capturedCurrency: string | null;
  reportedStatus: string | null;
  reportedAt: Date | null;
  isDisputed: boolean;
}

// The provider's side is what it last reported; a handler does not call the provider.
async function findPayments(client: Client, requestId: string): Promise<CaseDetails['payments']> {
  const found = await rows<PaymentRow>(
    client,
    `SELECT p.id, p.reference, p.payer_id AS "payerId", u.full_name AS "payerName", p.status,
       p.amount_minor::float8 AS "amountMinor", p.currency, p.settled_at AS "settledAt", p.created_at AS "createdAt",
       p.captured_minor::float8 AS "capturedMinor", p.captured_currency AS "capturedCurrency",
       w.event AS "reportedStatus", coalesce(w.created_at, p.last_checked_at) AS "reportedAt",
       EXISTS (SELECT 1 FROM disputes d WHERE d.payment_id = p.id) AS "isDisputed"
     FROM payments p JOIN users u ON u.id = p.payer_id
     LEFT JOIN LATERAL (SELECT event, created_at FROM webhook_inbox w WHERE w.reference = p.reference
       ORDER BY created_at DESC LIMIT 1) AS w ON true
     WHERE p.request_id = $1 ORDER BY p.created_at DESC`,
    [requestId],
  );
  return found.map((one) => ({
    id: one.id,
    reference: one.reference,
    payer: { id: one.payerId, name: one.payerName },
    isDisputed: one.isDisputed,
    ours: {
      status: one.status,
      amount: { minor: one.amountMinor, currency: one.currency },
      settledAt: one.settledAt?.toISOString() ?? null,
    },
    provider:
      one.capturedMinor === null && !one.reportedStatus
        ? null
        : {
            status: one.reportedStatus ?? 'verified',
            amount:
              one.capturedMinor === null
                ? null
                : { minor: one.capturedMinor, currency: one.capturedCurrency ?? '' },
            reportedAt: one.reportedAt?.toISOString() ?? null,
          },
    createdAt: one.createdAt.toISOString(),
  }));
}
