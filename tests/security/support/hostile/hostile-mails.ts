import type { EntityManager } from 'typeorm';
import { renderMail } from '#services/platform/email/layout.ts';
import { type MailName, mailNames } from '#services/platform/email/mail.jobs.ts';
import { createMailer } from '#services/platform/email/mailer.ts';
import type { ReceivedMail } from '#tests/support/people/people.ts';
import type { TestProduct } from '#tests/support/product/test-product.ts';
import { composers } from '#workers/composers.ts';
import { writeDeliverableAddresses } from './hostile-columns.ts';

// A mail links only to addresses of the web: `renderMail` refuses the links that pages show.
const linkToWeb = `UPDATE meetings SET room_url = 'https://meet.example.org/?a=''"><i data-injected onload="__hit(1)">'`;

/** The table that a mail is about, and a statement that makes the mail due. */
const subjects: Record<MailName, readonly [table: string, prepare?: string]> = {
  'verify-email': ['account_links'],
  'reset-password': ['account_links'],
  'password-changed': ['users'],
  'account-erased': ['users', 'UPDATE users SET erasure_requested_at = now()'],
  'confirm-new-email': ['account_links'],
  'guardian-consent': ['account_links'],
  'guardian-released': ['account_links'],
  'guardian-refused': [
    'account_links',
    `WITH refused AS (UPDATE users SET guardian_refused_at = now() WHERE guardian_email IS NOT NULL RETURNING id, guardian_email)
     UPDATE account_links l SET address = guardian_email FROM refused
     WHERE refused.id = l.user_id AND l.purpose = 'guardian-consent'`,
  ],
  'came-of-age': ['users'],
  'email-is-changing': ['account_links'],
  'email-changed-from': ['account_links'],
  'email-changed-to': [
    'account_links',
    'UPDATE account_links l SET address = u.email FROM users u WHERE u.id = l.user_id',
  ],
  'google-linked': [
    'users',
    'INSERT INTO google_identities (sub, user_id, email) SELECT id::text, id, email FROM users ON CONFLICT DO NOTHING',
  ],
  'request-received': ['requests'],
  invitation: [
    'request_recipients',
    `WITH open AS (UPDATE requests SET holds = '{}')
     UPDATE request_recipients SET email = (SELECT email FROM users WHERE email_verified_at IS NOT NULL LIMIT 1)`,
  ],
  'invitation-withdrawn': [
    'request_recipients',
    `WITH withdrawn AS (UPDATE requests SET status = 'withdrawn' WHERE status = 'pending')
     UPDATE request_recipients SET invited_at = now()`,
  ],
  'confirm-price': ['requests', 'UPDATE requests SET price_asked_at = now()'],
  'request-changed': ['meetings'],
  'request-withdrawn': ['meetings', `UPDATE requests SET status = 'withdrawn' WHERE status = 'pending'`],
  'request-approved': ['request_decisions', `UPDATE request_decisions SET decision = 'approved'`],
  'request-rejected': ['request_decisions'],
  'report-decided': [
    'reports',
    `UPDATE cases SET status = 'closed', outcome = summary, closed_reason = summary, closed_at = now()`,
  ],
  'account-suspended': ['suspensions'],
  'account-restored': ['suspensions', 'UPDATE suspensions SET lifted_at = now()'],
  'appeal-answered': ['appeals'],
  'case-reply': ['case_replies'],
  'meeting-for-learner': ['meetings', linkToWeb],
  'meeting-for-sponsor': ['meetings', linkToWeb],
  'receipt-for-learner': ['payments'],
  'receipt-for-sponsor': ['payments'],
  'refund-due': ['payments'],
  'refund-started': ['refunds'],
  'refund-processed': ['refunds'],
  'refund-needs-details': ['refunds'],
  'payment-returned': ['payments'],
  'dispute-waiting': ['disputes'],
  'approvals-waiting': ['users'],
  'provider-incident': ['provider_incidents'],
  'pledge-received': ['pledges'],
  enrolled: ['requests'],
  'proof-rejected': [
    'purchases',
    `UPDATE purchases SET status = 'queued', failure_reason = NULL WHERE status = 'failed'`,
  ],
  'certificate-uploaded': ['enrolments'],
  'course-handed-over': ['purchases'],
  'redeem-reminder': ['purchases'],
  'price-question': ['price_choices'],
  'price-question-expired': [
    'price_choices',
    `UPDATE price_choices SET status = 'expired', answered_at = now()`,
  ],
  'course-redeemed': ['purchases'],
  'thank-you': [
    'thank_yous',
    `UPDATE thank_yous SET status = 'delivered', decline_reason = NULL, delivered_at = now()`,
  ],
  'thank-you-declined': ['thank_yous'],
  'newsletter-confirm': ['subscribers', 'UPDATE subscribers SET asked_at = now()'],
  'newsletter-welcome': ['subscribers', 'UPDATE subscribers SET confirmed_at = now()'],
};

/** Sends one mail of every kind that a row makes due, and leaves the rows as they were. Returns the mails as they arrived. */
export async function sendHostileMails(
  product: TestProduct,
): Promise<Record<MailName, ReceivedMail | undefined>> {
  const mailer = createMailer(product.config.mail);
  const runner = product.db.createQueryRunner();
  await runner.startTransaction();
  try {
    await writeDeliverableAddresses(runner.manager);
    for (const mail of mailNames) {
      await runner.query('SAVEPOINT before_mail');
      const composed = await composeFirst(mail, runner.manager, product);
      await runner.query('ROLLBACK TO before_mail');
      if (!composed) continue;
      const rendered = renderMail(composed, product.config);
      await mailer.send({ ...composed, ...rendered, id: `${mail}.hostile` });
    }
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
    mailer.close();
  }
  const received = (await (await fetch(`${product.sandbox.httpUrl}/mail/messages`)).json()) as ReceivedMail[];
  const arrived = (mail: MailName) =>
    received.find(({ messageId }) => messageId.includes(`${mail}.hostile@`));
  return Object.fromEntries(mailNames.map((mail) => [mail, arrived(mail)])) as Record<
    MailName,
    ReceivedMail | undefined
  >;
}

async function composeFirst(mail: MailName, manager: EntityManager, { config }: TestProduct) {
  const [table, prepare] = subjects[mail];
  if (prepare) await manager.query(prepare);
  const rows: { id: string }[] = await manager.query(`SELECT id FROM ${table} ORDER BY ctid`);
  for (const { id } of rows) {
    const composed = await composers[mail](id, { manager, config, revision: 0 });
    if (composed) return composed;
  }
  return undefined;
}
