import type { EntityManager } from 'typeorm';
import type { MailName } from '#services/platform/email/mail.jobs.ts';
import { composers } from '#workers/composers.ts';
import type { ComposedMail } from '#workers/mail/mail-composer.ts';
import { rolledBack } from '../database/rolled-back.ts';
import { createEverything } from '../people/everything-about.ts';
import type { TestProduct } from '../product/test-product.ts';

const newAddressLink = `SELECT id FROM account_links WHERE user_id = LEARNER AND purpose = 'change-email'`;

/** The row that a mail is about, with the ids of people and rows in capital letters. */
const rowOf: Partial<Record<MailName, string>> = {
  'account-erased': 'SELECT LEARNER AS id',
  'came-of-age': 'SELECT LEARNER AS id',
  'confirm-new-email': newAddressLink,
  'verify-email': newAddressLink,
  'reset-password': newAddressLink,
  'email-is-changing': newAddressLink,
  'guardian-consent': newAddressLink,
  'guardian-released': newAddressLink,
  'guardian-refused': newAddressLink,
  'newsletter-confirm': `SELECT id FROM subscribers WHERE email LIKE 'learner%'`,
  'newsletter-welcome': `SELECT id FROM subscribers WHERE email LIKE 'learner%'`,
  'request-received': 'SELECT REQUEST AS id',
  invitation: 'SELECT id FROM request_recipients',
  'invitation-withdrawn': 'SELECT id FROM request_recipients',
  'confirm-price': 'SELECT REQUEST AS id',
  'request-changed': 'SELECT id FROM meetings',
  'request-withdrawn': 'SELECT id FROM meetings',
  'meeting-for-learner': 'SELECT id FROM meetings',
  'meeting-for-sponsor': 'SELECT id FROM meetings',
  'request-approved': `SELECT id FROM request_decisions WHERE decision = 'approved'`,
  'request-rejected': `SELECT id FROM request_decisions WHERE decision = 'rejected'`,
  'report-decided': 'SELECT id FROM reports WHERE reporter_id = LEARNER',
  'account-suspended': 'SELECT id FROM suspensions',
  'account-restored': 'SELECT id FROM suspensions',
  'appeal-answered': 'SELECT id FROM appeals',
  'case-reply': 'SELECT id FROM case_replies WHERE recipient_id = LEARNER',
  'receipt-for-learner': 'SELECT PAYMENT AS id',
  'receipt-for-sponsor': 'SELECT PAYMENT AS id',
  'refund-due': 'SELECT PAYMENT AS id',
  'payment-returned': 'SELECT PAYMENT AS id',
  'refund-started': 'SELECT id FROM refunds',
  'refund-processed': 'SELECT id FROM refunds',
  'refund-needs-details': 'SELECT id FROM refunds',
  'dispute-waiting': 'SELECT id FROM disputes',
  'approvals-waiting': 'SELECT SPONSOR AS id',
  'provider-incident': 'SELECT id FROM provider_incidents',
  'incident-opened': `SELECT id FROM cases WHERE kind = 'incident'`,
  'daily-summary': 'SELECT SPONSOR AS id',
  'pledge-received': 'SELECT id FROM pledges',
  enrolled: 'SELECT REQUEST AS id',
  'proof-rejected': 'SELECT id FROM purchases',
  'certificate-uploaded': 'SELECT id FROM enrolments WHERE user_id = LEARNER',
  'course-handed-over': 'SELECT id FROM purchases',
  'redeem-reminder': 'SELECT id FROM purchases',
  'price-question': 'SELECT id FROM price_choices',
  'price-question-expired': 'SELECT id FROM price_choices',
  'thank-you': `SELECT id FROM thank_yous WHERE status = 'delivered'`,
  'thank-you-declined': `SELECT id FROM thank_yous WHERE status = 'declined'`,
};

// Changes of the rows that mails are about, with ids in capital letters as in rowOf.
export const setRequest = (change: string) => `UPDATE requests SET ${change} WHERE id = REQUEST`;
export const setMeeting = (change: string) => `UPDATE meetings SET ${change}`;
export const setLearner = (change: string) => `UPDATE users SET ${change} WHERE id = LEARNER`;
export const setPayment = (change: string) => `UPDATE payments SET ${change} WHERE id = PAYMENT`;
export const withdrawn = setRequest(`status = 'withdrawn', withdrawn_at = now()`);
const paid = [
  setRequest(`status = 'paid', paid_at = now()`),
  setPayment(`status = 'approved', receipt_number = 1`),
].join('; ');
export const handedOver = `${paid}; UPDATE purchases SET status = 'handed_over', bought_at = now(), spent_minor = 1`;
export const enrolled = setRequest(`status = 'enrolled', paid_at = now(), enrolled_at = now()`);
/** The sponsor is an operator, and something waits for approval. */
export const approvalWaiting = `INSERT INTO operators (user_id, level, key_version, wrapped_key, encrypted)
    VALUES (SPONSOR, 'operator', 'x', 'x', 'x');
  WITH asked AS (INSERT INTO cases (kind, subject_type, subject_id, summary, due_at)
    VALUES ('suspension', 'user', LEARNER::text, 'Suspend this person', now()) RETURNING id)
  INSERT INTO pending_approvals (action, subject, reason, requested_by_id, case_id)
  SELECT 'person.suspend', 'user:' || LEARNER, 'Spam', SPONSOR, id FROM asked`;
/** All of the payment is on its way back. */
export const refunding = `UPDATE refunds SET status = 'processing', processed_at = NULL, approved_at = now(), amount_minor = 999999999`;
export const isAdult = 'is_minor = false, guardian_email = NULL';
export const linkIs = (purpose: string) => `UPDATE account_links SET purpose = '${purpose}'`;
export const counterProposed = `status = 'counter_proposed', proposed_starts_at = now()`;

export type TestMails = Awaited<ReturnType<typeof prepareMails>>;

/** Inserts a row for every mail to be about, and returns how tests compose the mails. */
export async function prepareMails(product: TestProduct) {
  const people = await createEverything(product);
  const { learner, sponsor, requestId, paymentId } = people;
  const { db } = product;
  const [{ id: purchaseId }] = await db.query(
    'INSERT INTO purchases (request_id, payment_id) VALUES ($1, $2) RETURNING id',
    [requestId, paymentId],
  );
  await db.query(
    `INSERT INTO price_choices (purchase_id, price_minor, difference_minor, message, asked_by_id, due_at)
     VALUES ($1, 2, 1, 'It was cheaper in May.', $2, now())`,
    [purchaseId, sponsor.id],
  );
  // The learner is a minor whose guardian has not agreed.
  await db.query(`UPDATE requests SET holds = '{}'`);
  await db.query(`INSERT INTO suspensions (user_id, reason, suspended_by_id) VALUES ($1, 'Spam', $2)`, [
    learner.id,
    sponsor.id,
  ]);
  await db.query(
    `INSERT INTO request_decisions (request_id, decision, reason, created_at) VALUES ($1, 'approved', 'Fine', now() - interval '1 day')`,
    [requestId],
  );

  const sql = (text: string) =>
    text
      .replaceAll('LEARNER', `'${people.learner.id}'::uuid`)
      .replaceAll('SPONSOR', `'${people.sponsor.id}'::uuid`)
      .replaceAll('REQUEST', `'${people.requestId}'::uuid`)
      .replaceAll('PAYMENT', `'${people.paymentId}'::uuid`);

  const composeRow = (mail: MailName, id: string, manager: EntityManager, revision = 0) =>
    composers[mail](id, { manager, config: product.config, revision });

  /** Composes a mail after each of these changes, in one transaction that is rolled back. */
  async function composeAfter(
    mail: MailName,
    changes: readonly string[],
    revision?: number,
  ): Promise<(ComposedMail | undefined)[]> {
    const composed: (ComposedMail | undefined)[] = [];
    await rolledBack(product, async (manager) => {
      const [{ id }] = await manager.query(sql(rowOf[mail] ?? ''));
      for (const change of changes) {
        if (change) await manager.query(sql(change));
        composed.push(await composeRow(mail, id, manager, revision));
      }
    });
    return composed;
  }

  /** Returns the text of a mail after one change. */
  async function textAfter(mail: MailName, change = '', revision?: number): Promise<string> {
    const [composed] = await composeAfter(mail, [change], revision);
    return JSON.stringify(composed);
  }

  return { people, composeRow, composeAfter, textAfter };
}
