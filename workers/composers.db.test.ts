import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailName, mailNames } from '#services/platform/email/mail.jobs.ts';
import {
  approvalWaiting,
  counterProposed,
  enrolled,
  handedOver,
  isAdult,
  linkIs,
  prepareMails,
  refunding,
  setLearner,
  setMeeting,
  setPayment,
  setRequest,
  type TestMails,
  withdrawn,
} from '#tests/support/mails/test-mails.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let mails: TestMails;
beforeAll(async () => {
  product = await startTestProduct();
  mails = await prepareMails(product);
});
afterAll(() => product?.close());

const guardianRefused = setLearner(
  `guardian_refused_at = now(), guardian_email = (SELECT address FROM account_links WHERE user_id = LEARNER AND purpose = 'change-email')`,
);
const approved = setPayment(`status = 'approved', receipt_number = 1`);

it.each(mailNames)('%s is not sent when its row is gone', async (mail) => {
  expect(await mails.composeRow(mail, randomUUID(), product.db.manager)).toBeUndefined();
});

// [mail, when it is obsolete, a change after which it is sent, a further one after which it is not, its revision]
it.each<[mail: MailName, when: string, sent: string, obsolete: string, revision?: number]>([
  [
    'account-erased',
    'the account has not ended',
    setLearner('erasure_requested_at = now()'),
    setLearner('erasure_requested_at = NULL'),
  ],
  [
    'came-of-age',
    'the learner is a minor',
    setLearner(isAdult),
    setLearner(`is_minor = true, guardian_email = 'g@mails.people.example'`),
  ],
  ['came-of-age', 'the account has ended', setLearner(isAdult), setLearner('erasure_requested_at = now()')],
  ['confirm-new-email', 'its link was used', '', 'UPDATE account_links SET used_at = now()'],
  ['confirm-new-email', 'its link is for something else', '', linkIs('reset-password')],
  [
    'reset-password',
    'its link was used',
    linkIs('reset-password'),
    'UPDATE account_links SET used_at = now()',
  ],
  [
    'guardian-refused',
    'the guardian agreed after all',
    `${guardianRefused}; ${linkIs('guardian-consent')}`,
    setLearner('guardian_refused_at = NULL, guardian_agreed_at = now()'),
  ],
  [
    'guardian-refused',
    'another guardian is named',
    `${guardianRefused}; ${linkIs('guardian-consent')}`,
    setLearner(`guardian_refused_at = now(), guardian_email = 'other@mails.people.example'`),
  ],
  ['guardian-released', 'its link is for something else', linkIs('guardian-consent'), linkIs('verify-email')],
  [
    'newsletter-confirm',
    'it was not requested',
    'UPDATE subscribers SET asked_at = now()',
    'UPDATE subscribers SET asked_at = NULL',
  ],
  [
    'newsletter-confirm',
    'the address is confirmed',
    'UPDATE subscribers SET asked_at = now()',
    'UPDATE subscribers SET confirmed_at = now()',
  ],
  [
    'newsletter-welcome',
    'the address is not confirmed',
    'UPDATE subscribers SET confirmed_at = now()',
    'UPDATE subscribers SET confirmed_at = NULL',
  ],
  [
    'newsletter-welcome',
    'the reader has left',
    'UPDATE subscribers SET confirmed_at = now()',
    'UPDATE subscribers SET unsubscribed_at = now()',
  ],
  [
    'thank-you',
    'its learner is suspended',
    'UPDATE suspensions SET lifted_at = now()',
    'UPDATE suspensions SET lifted_at = NULL',
  ],
  [
    'thank-you',
    'it was taken back',
    'UPDATE suspensions SET lifted_at = now()',
    `UPDATE thank_yous SET status = 'declined', decline_reason = 'Why'`,
  ],
  [
    'thank-you-declined',
    'it was delivered',
    '',
    `UPDATE thank_yous SET status = 'held', decline_reason = NULL`,
  ],
  ['case-reply', 'it was erased with its recipient', '', 'DELETE FROM case_replies'],
  ['invitation', 'the request is withdrawn', '', withdrawn],
  ['invitation', 'the request is hidden', setRequest(`holds = '{frozen}'`), setRequest(`holds = '{review}'`)],
  [
    'invitation-withdrawn',
    'no invitation was sent',
    `${withdrawn}; UPDATE request_recipients SET invited_at = now()`,
    'UPDATE request_recipients SET invited_at = NULL',
  ],
  [
    'invitation-withdrawn',
    'the request is open',
    `${withdrawn}; UPDATE request_recipients SET invited_at = now()`,
    setRequest(`status = 'pending'`),
  ],
  [
    'invitation-withdrawn',
    'the recipient gets the mail about the meeting',
    `${withdrawn}; UPDATE request_recipients SET invited_at = now()`,
    `UPDATE request_recipients SET email = (SELECT email FROM users WHERE id = SPONSOR)`,
  ],
  [
    'confirm-price',
    'the learner was not asked',
    setRequest('price_asked_at = now()'),
    setRequest('price_asked_at = NULL'),
  ],
  [
    'confirm-price',
    'a sponsor is paying',
    setRequest('price_asked_at = now()'),
    setRequest(`status = 'reserved', reserved_until = now()`),
  ],
  [
    'confirm-price',
    'the request left the listing meanwhile',
    setRequest('price_asked_at = now()'),
    setRequest('needs_price = true'),
  ],
  [
    'confirm-price',
    'the price was confirmed meanwhile',
    setRequest('price_asked_at = now(), needs_price = true'),
    setRequest('needs_price = false'),
    1,
  ],
  ['request-changed', 'the request is withdrawn', '', withdrawn],
  [
    'request-changed',
    'the sponsor may not see the request',
    setPayment(`status = 'failed'`),
    setRequest(`is_public = false, is_private = true`),
  ],
  ['request-withdrawn', 'the request is open', withdrawn, setRequest(`status = 'pending'`)],
  ['meeting-for-learner', 'the learner proposed the time', '', setMeeting(counterProposed)],
  ['meeting-for-learner', 'there is a newer notice', '', setMeeting('revision = 1, notified_revision = 1')],
  [
    'meeting-for-sponsor',
    'there is a newer notice',
    setMeeting('revision = 1, notified_revision = 1'),
    setMeeting('revision = 2, notified_revision = 2'),
    1,
  ],
  [
    'request-approved',
    'a later decision replaced it',
    `UPDATE request_decisions SET created_at = now() + interval '1 day' WHERE decision = 'approved'`,
    `UPDATE request_decisions SET created_at = now() + interval '2 days' WHERE decision = 'rejected'`,
  ],
  [
    'request-rejected',
    'a later decision replaced it',
    '',
    `UPDATE request_decisions SET created_at = now() + interval '1 day' WHERE decision = 'approved'`,
  ],
  [
    'request-approved',
    'the decision is another one',
    `DELETE FROM request_decisions WHERE decision = 'rejected'`,
    `UPDATE request_decisions SET decision = 'rejected'`,
  ],
  [
    'report-decided',
    'the case is open',
    `UPDATE cases SET status = 'closed', outcome = 'upheld', closed_reason = 'x', closed_at = now()`,
    `UPDATE cases SET status = 'open', outcome = NULL, closed_reason = NULL, closed_at = NULL`,
  ],
  [
    'report-decided',
    'no address was left',
    `UPDATE cases SET status = 'closed', outcome = 'upheld', closed_reason = 'x', closed_at = now()`,
    'UPDATE reports SET email = NULL',
  ],
  ['account-suspended', 'the suspension is lifted', '', 'UPDATE suspensions SET lifted_at = now()'],
  [
    'account-restored',
    'the suspension stands',
    'UPDATE suspensions SET lifted_at = now()',
    'UPDATE suspensions SET lifted_at = NULL',
  ],
  [
    'appeal-answered',
    'the appeal is open',
    `UPDATE appeals SET outcome = 'denied', answer = 'No', answered_at = now()`,
    'UPDATE appeals SET outcome = NULL, answer = NULL, answered_at = NULL',
  ],
  ['refund-started', 'the refund failed', '', `UPDATE refunds SET status = 'failed', processed_at = NULL`],
  [
    'refund-needs-details',
    'the details are no longer needed',
    `UPDATE refunds SET status = 'needs_attention', processed_at = NULL`,
    `UPDATE refunds SET status = 'processing'`,
  ],
  [
    'dispute-waiting',
    'the dispute is resolved',
    `UPDATE disputes SET status = 'awaiting_merchant', outcome = NULL, resolved_at = NULL`,
    `UPDATE disputes SET status = 'resolved', outcome = 'won', resolved_at = now()`,
  ],
  [
    'dispute-waiting',
    'operators have answered',
    `UPDATE disputes SET status = 'awaiting_merchant', outcome = NULL, resolved_at = NULL`,
    `UPDATE disputes SET answer = 'fight'`,
  ],
  ['approvals-waiting', 'everything was decided', approvalWaiting, 'DELETE FROM pending_approvals'],
  ['approvals-waiting', 'the operator has left', approvalWaiting, 'UPDATE operators SET ended_at = now()'],
  [
    'pledge-received',
    'the pledge is withdrawn',
    '',
    `UPDATE pledges SET status = 'withdrawn', withdrawn_at = now()`,
  ],
  [
    'certificate-uploaded',
    'no sponsor paid for the course',
    `${approved}; UPDATE enrolments SET request_id = REQUEST WHERE user_id = LEARNER`,
    setPayment(`status = 'reversed'`),
  ],
  [
    'certificate-uploaded',
    'the course is the learner’s own',
    `${approved}; UPDATE enrolments SET request_id = REQUEST WHERE user_id = LEARNER`,
    'UPDATE enrolments SET request_id = NULL',
  ],
  [
    'proof-rejected',
    'another proof is in',
    `UPDATE purchases SET proof_rejection = 'Of another course.'`,
    'UPDATE purchases SET proof_rejection = NULL',
  ],
  [
    'proof-rejected',
    'the purchase has ended',
    `UPDATE purchases SET proof_rejection = 'Of another course.'`,
    `UPDATE purchases SET status = 'failed', failure_reason = 'Sold out'`,
  ],
  ['course-handed-over', 'the learner is enrolled', handedOver, `UPDATE purchases SET status = 'redeemed'`],
  [
    'course-handed-over',
    'the learner said that it did not arrive',
    handedOver,
    'UPDATE purchases SET not_received_at = now()',
  ],
  ['redeem-reminder', 'the learner is enrolled', handedOver, `UPDATE purchases SET status = 'redeemed'`],
  ['course-handed-over', 'its money goes back', handedOver, refunding],
  ['redeem-reminder', 'its money goes back', handedOver, refunding],
  ['enrolled', 'its money was given back', enrolled, setRequest(`status = 'refunded'`)],
  [
    'price-question',
    'the payer has answered',
    '',
    `UPDATE price_choices SET status = 'paid', answered_at = now()`,
  ],
  [
    'price-question-expired',
    'the payer answered in time',
    `UPDATE price_choices SET status = 'expired', answered_at = now()`,
    `UPDATE price_choices SET status = 'refund'`,
  ],
])('%s is not sent when %s', async (mail, _when, sent, obsolete, revision) => {
  const composed = await mails.composeAfter(mail, [sent, obsolete], revision);
  expect(composed.map((mail) => mail !== undefined)).toEqual([true, false]);
});
