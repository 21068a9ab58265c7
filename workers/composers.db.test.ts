import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailName, mailNames } from '#services/platform/email/mail.jobs.ts';
import { rolledBack } from '#tests/support/database/rolled-back.ts';
import { createEverything, type Everything } from '#tests/support/people/everything-about.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { composers } from './composers.ts';
import type { ComposedMail } from './mail/mail-composer.ts';

let product: TestProduct;
let people: Everything;
beforeAll(async () => {
  product = await startTestProduct();
  people = await createEverything(product);
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
});
afterAll(() => product?.close());

const newAddressLink = `SELECT id FROM account_links WHERE user_id = LEARNER AND purpose = 'change-email'`;

/** The row that a mail is about, with the names of the people and rows of {@link Everything} as in {@link sql}. */
const rowOf: Partial<Record<MailName, string>> = {
  'account-erased': 'SELECT LEARNER AS id',
  'came-of-age': 'SELECT LEARNER AS id',
  'confirm-new-email': newAddressLink,
  'verify-email': newAddressLink,
  'reset-password': newAddressLink,
  'email-is-changing': newAddressLink,
  'guardian-consent': newAddressLink,
  'guardian-released': newAddressLink,
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
  'receipt-for-learner': 'SELECT PAYMENT AS id',
  'receipt-for-sponsor': 'SELECT PAYMENT AS id',
  'refund-due': 'SELECT PAYMENT AS id',
  'refund-started': 'SELECT id FROM refunds',
  'refund-processed': 'SELECT id FROM refunds',
  'refund-needs-details': 'SELECT id FROM refunds',
  'dispute-waiting': 'SELECT id FROM disputes',
  'provider-incident': 'SELECT id FROM provider_incidents',
  'pledge-received': 'SELECT id FROM pledges',
  enrolled: 'SELECT REQUEST AS id',
  'certificate-uploaded': 'SELECT id FROM enrolments WHERE user_id = LEARNER',
  'course-handed-over': 'SELECT id FROM purchases',
  'redeem-reminder': 'SELECT id FROM purchases',
  'price-question': 'SELECT id FROM price_choices',
  'price-question-expired': 'SELECT id FROM price_choices',
};

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

/** What a mail says after one change. */
async function textAfter(mail: MailName, change = '', revision?: number): Promise<string> {
  const [composed] = await composeAfter(mail, [change], revision);
  return JSON.stringify(composed);
}

const setRequest = (change: string) => `UPDATE requests SET ${change} WHERE id = REQUEST`;
const setMeeting = (change: string) => `UPDATE meetings SET ${change}`;
const setLearner = (change: string) => `UPDATE users SET ${change} WHERE id = LEARNER`;
const setPayment = (change: string) => `UPDATE payments SET ${change} WHERE id = PAYMENT`;
const withdrawn = setRequest(`status = 'withdrawn', withdrawn_at = now()`);
const approved = setPayment(`status = 'approved', receipt_number = 1`);
const handedOver = `UPDATE purchases SET status = 'handed_over', bought_at = now(), spent_minor = 1`;
const isAdult = 'is_minor = false, guardian_email = NULL';
const linkIs = (purpose: string) => `UPDATE account_links SET purpose = '${purpose}'`;
const accepted = `status = 'accepted', starts_at = now(), ends_at = now() + interval '1 hour'`;
const counterProposed = `status = 'counter_proposed', proposed_starts_at = now()`;
const cancelled = `status = 'cancelled', cancelled_at = now()`;

it.each(mailNames)('%s is not sent when its row is gone', async (mail) => {
  expect(await composeRow(mail, randomUUID(), product.db.manager)).toBeUndefined();
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
    setLearner(`is_minor = true, guardian_email = 'g@people.example'`),
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
  ['guardian-released', 'its link is for something else', linkIs('guardian-consent'), linkIs('verify-email')],
  [
    'newsletter-confirm',
    'nobody asked for it',
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
  ['meeting-for-learner', 'there is a newer notice', '', setMeeting('revision = 1, told_revision = 1')],
  [
    'meeting-for-sponsor',
    'there is a newer notice',
    setMeeting('revision = 1, told_revision = 1'),
    setMeeting('revision = 2, told_revision = 2'),
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
  ['course-handed-over', 'the learner is enrolled', handedOver, `UPDATE purchases SET status = 'redeemed'`],
  ['redeem-reminder', 'the learner is enrolled', handedOver, `UPDATE purchases SET status = 'redeemed'`],
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
  const composed = await composeAfter(mail, [sent, obsolete], revision);
  expect(composed.map((one) => one !== undefined)).toEqual([true, false]);
});

describe('a mail', () => {
  it('newsletter-confirm is sent again to a reader who left and subscribes again', async () => {
    const again = 'UPDATE subscribers SET asked_at = now(), confirmed_at = now(), unsubscribed_at = now()';
    expect(await textAfter('newsletter-confirm', again)).toContain('Is this you?');
  });

  it.each([
    ['of the account', `(SELECT email FROM users WHERE id = LEARNER)`, true],
    ['that the account no longer has', `'before@people.example'`, false],
  ])('with a link to an address %s greets by name: %s', async (_which, address, isNamed) => {
    const change = `${linkIs('undo-email-change')}; UPDATE account_links SET address = ${address} WHERE user_id = LEARNER`;
    expect((await textAfter('email-is-changing', change)).includes(people.learner.mark)).toBe(isNamed);
  });

  it.each([
    ['a minor without consent', '', true],
    ['a minor with consent', 'guardian_agreed_at = now(),', false],
    ['an adult', `${isAdult},`, false],
  ])('account-erased says to %s that no guardian confirmed it: %s', async (_who, change, isSaid) => {
    const text = await textAfter('account-erased', setLearner(`${change} erasure_requested_at = now()`));
    expect(text.includes('not confirmed by a guardian')).toBe(isSaid);
  });

  it('about a paid course names the sponsor to the learner, unless the sponsor is anonymous', async () => {
    expect(await textAfter('receipt-for-learner')).toContain(people.sponsor.mark);
    const hidden = 'UPDATE sponsorships SET is_anonymous = true';
    expect(await textAfter('receipt-for-learner', hidden)).not.toContain(people.sponsor.mark);
    expect(await textAfter('receipt-for-sponsor', hidden)).toContain('You stay anonymous');
  });

  it.each([
    ['another sponsor funded this course just', ''],
    ['the learner withdrew the request', withdrawn],
    ['the learner changed the request', `${withdrawn}; ${setRequest('terms = terms + 1')}`],
    [
      'the question about the new price was closed',
      `${setRequest('terms = terms + 1')}; ${setPayment('price_choice_id = (SELECT id FROM price_choices)')}`,
    ],
  ])('refund-due gives the reason: %s', async (reason, change) => {
    expect(await textAfter('refund-due', change)).toContain(`${reason} before your payment arrived`);
  });

  it('receipt-for-sponsor of a difference says so', async () => {
    const difference = setPayment('price_choice_id = (SELECT id FROM price_choices)');
    expect(await textAfter('receipt-for-sponsor')).not.toContain('of the difference');
    expect(await textAfter('receipt-for-sponsor', difference)).toContain('of the difference');
  });

  it.each([
    ['all that was paid', 'captured_minor = NULL', 'Your money was given back'],
    ['less than was captured', 'captured_minor = 102', 'A part of your payment was given back'],
    [
      'less than was charged, and all that was captured',
      `captured_minor = 101, price_minor = 200, amount_minor = 201`,
      'Your money was given back',
    ],
  ])('refund-processed about %s says how much was given back', async (_what, change, title) => {
    expect(await textAfter('refund-processed', setPayment(change))).toContain(title);
  });

  it('enrolled tells of the proof if there is one, and of the platform’s password if there was one', async () => {
    expect(await textAfter('enrolled')).toMatch(/proof of your enrolment is in/);
    expect(await textAfter('enrolled', 'DELETE FROM proofs')).toMatch(/Our staff has confirmed/);
    expect(await textAfter('enrolled', setRequest(`delivery = 'platform-login'`))).toContain(
      'erased the platform password',
    );
    expect(await textAfter('enrolled', setRequest(`delivery = 'gift-to-email'`))).not.toContain('password');
  });

  it('course-handed-over has the last day to redeem the course if there is one', async () => {
    expect(await textAfter('course-handed-over', handedOver)).not.toContain('Redeem by');
    const limited = `${handedOver}, redeem_by = '2031-05-04T12:00:00Z'`;
    expect(await textAfter('course-handed-over', limited)).toContain('4 May 2031');
  });

  it('price-question quotes the operator if there is a note', async () => {
    expect(await textAfter('price-question')).toContain('A note from our staff: It was cheaper in May.');
    const silent = `UPDATE price_choices SET message = ''`;
    expect(await textAfter('price-question', silent)).not.toContain('A note from our staff');
  });

  it('request-received says who sees the request, and what invitations wait for', async () => {
    const text = async (change: string) => textAfter('request-received', change);
    expect(await text('')).toMatch(
      /can now be seen by every sponsor on CourseLift and by the person you invited/,
    );
    expect(await text('DELETE FROM request_recipients')).toContain('by every sponsor on CourseLift.');
    expect(await text(setRequest('is_public = false, is_private = true'))).toContain(
      'can now be seen by the person you invited.',
    );
    expect(await text(setRequest(`holds = '{review}'`))).toContain('An operator looks at your request first');
    expect(await text('')).not.toContain('Your invitations go out');
    const unconfirmed = setLearner('email_verified_at = NULL');
    expect(await text(unconfirmed)).toContain('Your invitations go out');
    expect(await text(`${unconfirmed}; DELETE FROM request_recipients`)).not.toContain(
      'Your invitations go out',
    );
  });
});

describe('a mail to operators', () => {
  const awaiting = `UPDATE disputes SET status = 'awaiting_merchant', outcome = NULL, resolved_at = NULL`;
  const dispute = `UPDATE provider_incidents SET kind = 'dispute', event = 'charge.dispute.create', created_at = '2031-05-05T10:00:00Z'`;

  it('leads to the open case of its kind and subject, or else to the desk', async () => {
    const openCase = (subject: string, kind = 'dispute') =>
      `${awaiting}; UPDATE cases SET kind = '${kind}', subject_type = 'payment', subject_id = ${subject}::text WHERE id = (SELECT id FROM cases ORDER BY id LIMIT 1)`;
    const actionOf = async (change: string) =>
      (await composeAfter('dispute-waiting', [change]))[0]?.content.action?.label;
    expect(await actionOf(openCase('PAYMENT'))).toBe('Open the case');
    expect(await actionOf(openCase('PAYMENT', 'refund'))).toBe('Open the desk');
    expect(await actionOf(openCase('REQUEST'))).toBe('Open the desk');
    const closed = `UPDATE cases SET status = 'closed', outcome = 'x', closed_reason = 'x', closed_at = now()`;
    expect(await actionOf(`${openCase('PAYMENT')}; ${closed}`)).toBe('Open the desk');
  });

  it('dispute-waiting is a reminder from the second time on', async () => {
    expect(await textAfter('dispute-waiting', awaiting)).toContain('A payer disputes a payment');
    expect(await textAfter('dispute-waiting', awaiting, 1)).toContain('Half of the time');
  });

  it.each([
    ['of a refund', `UPDATE provider_incidents SET due_at = '2031-05-06T10:00:00Z'`, undefined],
    [
      'of a dispute that is resolved',
      `${dispute}, due_at = '2031-05-06T10:00:00Z'; UPDATE provider_incidents SET event = 'charge.dispute.resolve'`,
      undefined,
    ],
    [
      'of a dispute that is stored',
      `${dispute}, provider_id = PAYMENT::text; UPDATE disputes SET due_at = '2031-05-07T10:00:00Z'`,
      '2031-05-07 10:00 UTC',
    ],
    [
      'that comes earlier than the computed time',
      `${dispute}, due_at = '2031-05-05T12:00:00Z'`,
      '2031-05-05 12:00 UTC',
    ],
  ])('provider-incident names the time to answer by %s', async (_what, change, expected) => {
    const text = await textAfter('provider-incident', change);
    expect(/\["Answer by","([^"]+)"\]/.exec(text)?.[1]).toBe(expected);
  });

  it('provider-incident names no later time than the computed one', async () => {
    const [own, late] = await composeAfter('provider-incident', [
      dispute,
      `${dispute}, due_at = '2032-05-05T10:00:00Z'`,
    ]);
    expect(JSON.stringify(own)).toMatch(/"Answer by","2031-05-\d\d/);
    expect(JSON.stringify(late)).toBe(JSON.stringify(own));
  });

  it.each([
    ['in a currency of ours', `currency = 'NGN'`, '₦1.01'],
    ['in another currency', `currency = 'XOF'`, 'XOF 1.01'],
    ['without a currency', 'currency = NULL', '101 minor units'],
    ['that is unknown', 'amount_minor = NULL', undefined],
  ])('provider-incident has an amount %s', async (_what, change, expected) => {
    const text = await textAfter('provider-incident', `UPDATE provider_incidents SET ${change}`);
    expect(/\["Amount","([^"]+)"\]/.exec(text)?.[1]).toBe(expected);
  });

  it('provider-incident says when the payment is not one of ours', async () => {
    expect(await textAfter('provider-incident')).not.toContain('not one of ours');
    const unknown = 'UPDATE provider_incidents SET payment_id = NULL';
    expect(await textAfter('provider-incident', unknown)).toContain('not one of ours');
  });
});

describe('a mail about a meeting', () => {
  const compose = async (mail: 'meeting-for-learner' | 'meeting-for-sponsor', change: string) => {
    const [composed] = await composeAfter(mail, [change]);
    const calendar = composed?.icalEvent?.content as string | undefined;
    return {
      ...composed,
      calendar: calendar?.replaceAll(/\r\n[ \t]/g, ''),
      text: JSON.stringify(composed?.content),
    };
  };
  const at = setMeeting(accepted);
  const hiding = setLearner('hides_email = true');
  const unseen = `${setPayment(`status = 'failed'`)}; ${setRequest('is_public = false, is_private = true')}`;

  it('is answered to the other participant, unless the learner hides the address or the meeting is off', async () => {
    const { learner, sponsor } = people;
    expect((await compose('meeting-for-learner', at)).replyTo).toBe(sponsor.email);
    expect((await compose('meeting-for-sponsor', at)).replyTo).toBe(learner.email);
    for (const change of [hiding, setMeeting(cancelled)]) {
      expect((await compose('meeting-for-learner', `${at}; ${change}`)).replyTo).toBeUndefined();
      expect((await compose('meeting-for-sponsor', `${at}; ${change}`)).replyTo).toBeUndefined();
    }
    expect((await compose('meeting-for-sponsor', `${at}; ${unseen}`)).replyTo).toBeUndefined();
  });

  it('has a calendar with the addresses that its reader may see', async () => {
    const { learner, sponsor } = people;
    const addresses = async (mail: 'meeting-for-learner' | 'meeting-for-sponsor', change: string) => {
      const { calendar = '' } = await compose(mail, `${at}; ${change}`);
      return [learner.email, sponsor.email].map((address) => calendar.includes(address));
    };
    const nothing = 'SELECT 1';
    expect(await addresses('meeting-for-learner', nothing)).toEqual([true, true]);
    expect(await addresses('meeting-for-sponsor', nothing)).toEqual([true, true]);
    expect(await addresses('meeting-for-learner', hiding)).toEqual([true, false]);
    expect(await addresses('meeting-for-sponsor', hiding)).toEqual([false, true]);
    expect(await addresses('meeting-for-sponsor', unseen)).toEqual([false, true]);
  });

  it('has no calendar without a time, nor for a proposal', async () => {
    expect((await compose('meeting-for-learner', '')).icalEvent).toBeUndefined();
    expect((await compose('meeting-for-learner', at)).icalEvent?.method).toBe('REQUEST');
    expect((await compose('meeting-for-learner', `${at}; ${setMeeting(cancelled)}`)).icalEvent?.method).toBe(
      'CANCEL',
    );
    expect(
      (await compose('meeting-for-sponsor', `${at}; ${setMeeting(counterProposed)}`)).icalEvent,
    ).toBeUndefined();
  });

  it('asks for a reply in the calendar only while it is proposed and the address is known', async () => {
    const proposed = `${at}; ${setMeeting(`status = 'proposed'`)}`;
    const asks = async (change: string) =>
      /RSVP=TRUE/.test((await compose('meeting-for-learner', change)).calendar ?? '');
    expect([await asks(proposed), await asks(at), await asks(`${proposed}; ${hiding}`)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('has the sponsor’s note only for a learner whose address is confirmed', async () => {
    const note = `${people.sponsor.mark} note`;
    const parts = async (change: string) => {
      const { calendar = '', text } = await compose('meeting-for-learner', `${at}; ${change}`);
      return [calendar.includes(note), text.includes(note)];
    };
    expect(await parts('SELECT 1')).toEqual([true, true]);
    expect(await parts(setLearner('email_verified_at = NULL'))).toEqual([false, false]);
  });

  it('offers the payment after a cancellation only for a request that the sponsor can still pay', async () => {
    const off = setMeeting(cancelled);
    const offers = async (change: string) =>
      (await compose('meeting-for-sponsor', `${off}; ${change}`)).text.includes('Pay for the course');
    expect([await offers('SELECT 1'), await offers(withdrawn), await offers(unseen)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('does not say after a withdrawal that the request stays open', async () => {
    const off = setMeeting(cancelled);
    expect((await compose('meeting-for-learner', off)).text).toContain('Your request stays open');
    const text = (await compose('meeting-for-learner', `${off}; ${withdrawn}`)).text;
    expect(text).not.toContain('Your request stays open');
    expect(text).toContain('because the request for this course was withdrawn');
  });
});
