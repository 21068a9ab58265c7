import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  counterProposed,
  enrolled,
  handedOver,
  isAdult,
  linkIs,
  prepareMails,
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

const accepted = `status = 'accepted', starts_at = now(), ends_at = now() + interval '1 hour'`;
const cancelled = `status = 'cancelled', cancelled_at = now()`;

describe('a mail', () => {
  it('newsletter-confirm is sent again to a reader who left and subscribes again', async () => {
    const again = 'UPDATE subscribers SET asked_at = now(), confirmed_at = now(), unsubscribed_at = now()';
    expect(await mails.textAfter('newsletter-confirm', again)).toContain('Is this you?');
  });

  it.each([
    ['of the account', `(SELECT email FROM users WHERE id = LEARNER)`, true],
    ['that the account no longer has', `'before@mails.people.example'`, false],
  ])('with a link to an address %s greets by name: %s', async (_which, address, isNamed) => {
    const change = `${linkIs('undo-email-change')}; UPDATE account_links SET address = ${address} WHERE user_id = LEARNER`;
    expect((await mails.textAfter('email-is-changing', change)).includes(mails.people.learner.mark)).toBe(
      isNamed,
    );
  });

  it.each([
    ['a minor without consent', '', true],
    ['a minor with consent', 'guardian_agreed_at = now(),', false],
    ['an adult', `${isAdult},`, false],
  ])('account-erased says to %s that no guardian confirmed it: %s', async (_who, change, isSaid) => {
    const text = await mails.textAfter(
      'account-erased',
      setLearner(`${change} erasure_requested_at = now()`),
    );
    expect(text.includes('not confirmed by a guardian')).toBe(isSaid);
  });

  it('guardian-consent says what is shown to whom, what never is, and how not to agree', async () => {
    const text = await mails.textAfter('guardian-consent', linkIs('guardian-consent'));
    for (const part of [
      'sponsors who are signed in, or only those whom the request invites, see the first name, the country, the course with its price, and the reason',
      'Never shown are last name, picture, social media, e-mail address and phone number.',
      'people who are not signed in see nothing',
      'If you do not agree, you can say so on the same page',
    ])
      expect(text).toContain(part);
  });

  it('about a paid course names the sponsor to the learner, unless the sponsor is anonymous', async () => {
    expect(await mails.textAfter('receipt-for-learner')).toContain(mails.people.sponsor.mark);
    const hidden = 'UPDATE sponsorships SET is_anonymous = true';
    expect(await mails.textAfter('receipt-for-learner', hidden)).not.toContain(mails.people.sponsor.mark);
    expect(await mails.textAfter('receipt-for-sponsor', hidden)).toContain('You stay anonymous');
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
    expect(await mails.textAfter('refund-due', change)).toContain(`${reason} before your payment arrived`);
  });

  it.each([
    ['The request was funded, changed or withdrawn before your payment arrived.', ''],
    [
      'The question about the higher price was closed before your payment of the difference arrived.',
      setPayment('price_choice_id = (SELECT id FROM price_choices)'),
    ],
  ])('a refund of a late payment gives the reason: %s', async (reason, change) => {
    const late = `UPDATE refunds SET origin = 'settlement', status = 'pending', processed_at = NULL; ${change}`;
    expect(await mails.textAfter('refund-started', late)).toContain(reason);
  });

  it.each([
    [
      'a note of before payers read it',
      false,
      'Our staff decided to give your payment back.',
      'Payer was rude',
    ],
    ['words for the payer', true, 'Payer was rude', 'Our staff decided'],
  ])(
    'a refund by an operator gives %s only if the payer may read it',
    async (_what, isForPayer, given, hidden) => {
      const noted = `UPDATE refunds SET origin = 'operator', status = 'pending', processed_at = NULL, reason = 'Payer was rude',
      is_reason_for_payer = ${isForPayer}`;
      const text = await mails.textAfter('refund-started', noted);
      expect(text).toContain(given);
      expect(text).not.toContain(hidden);
      expect(await mails.textAfter('refund-started', `${noted}; UPDATE refunds SET reason = ''`)).toContain(
        'Our staff decided to give your payment back.',
      );
    },
  );

  it('receipt-for-sponsor of a difference says so', async () => {
    const difference = setPayment('price_choice_id = (SELECT id FROM price_choices)');
    expect(await mails.textAfter('receipt-for-sponsor')).not.toContain('of the difference');
    expect(await mails.textAfter('receipt-for-sponsor', difference)).toContain('of the difference');
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
    expect(await mails.textAfter('refund-processed', setPayment(change))).toContain(title);
  });

  it.each([
    ['operator', 'Our staff decided to give the payment back.'],
    ['payer', 'The course costs more than was paid for it'],
  ])(
    'payment-returned gives the learner the reason (%s), without the words of an operator',
    async (origin, reason) => {
      const refund = `UPDATE refunds SET status = 'processed', origin = '${origin}', reason = 'Words of an operator'`;
      const text = await mails.textAfter('payment-returned', refund);
      expect(text).toContain(`The reason: ${reason}`);
      expect(text).not.toContain('Words of an operator');
    },
  );

  it('payment-returned names the bank after a dispute, also where a part was refunded before', async () => {
    const change = `UPDATE refunds SET status = 'processed', origin = 'payer'; UPDATE disputes SET outcome = 'lost'`;
    expect(await mails.textAfter('payment-returned', change)).toContain('A bank took the payment back.');
  });

  it('enrolled tells of the proof if there is one, and of the platform’s password if there was one', async () => {
    expect(await mails.textAfter('enrolled', enrolled)).toMatch(/proof of your enrolment is in/);
    expect(await mails.textAfter('enrolled', `${enrolled}; DELETE FROM proofs`)).toMatch(
      /Our staff has confirmed/,
    );
    expect(
      await mails.textAfter(
        'enrolled',
        setRequest(`status = 'enrolled', paid_at = now(), delivery = 'platform-login'`),
      ),
    ).toContain('erased the platform password');
    expect(
      await mails.textAfter(
        'enrolled',
        setRequest(`status = 'enrolled', paid_at = now(), delivery = 'gift-to-email'`),
      ),
    ).not.toContain('password');
  });

  it('course-handed-over has the last day to redeem the course if there is one', async () => {
    expect(await mails.textAfter('course-handed-over', handedOver)).not.toContain('Redeem by');
    const limited = `${handedOver}, redeem_by = '2031-05-04T12:00:00Z'`;
    expect(await mails.textAfter('course-handed-over', limited)).toContain('4 May 2031');
  });

  it('price-question quotes the operator if there is a note', async () => {
    expect(await mails.textAfter('price-question')).toContain(
      'A note from our staff: It was cheaper in May.',
    );
    const silent = `UPDATE price_choices SET message = ''`;
    expect(await mails.textAfter('price-question', silent)).not.toContain('A note from our staff');
  });

  it('request-received says who sees the request, and what invitations wait for', async () => {
    const text = async (change: string) => mails.textAfter('request-received', change);
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
    expect(await text(unconfirmed)).toMatch(/Until then we do not write to the person you invited/);
    expect(await text(unconfirmed)).toContain('can now be seen by every sponsor on CourseLift.');
    expect(await text(`${unconfirmed}; ${setRequest('is_public = false, is_private = true')}`)).not.toContain(
      'can now be seen',
    );
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
      (await mails.composeAfter('dispute-waiting', [change]))[0]?.action?.label;
    expect(await actionOf(openCase('PAYMENT'))).toBe('Open the case');
    expect(await actionOf(openCase('PAYMENT', 'refund'))).toBe('Open the desk');
    expect(await actionOf(openCase('REQUEST'))).toBe('Open the desk');
    const closed = `UPDATE cases SET status = 'closed', outcome = 'x', closed_reason = 'x', closed_at = now()`;
    expect(await actionOf(`${openCase('PAYMENT')}; ${closed}`)).toBe('Open the desk');
  });

  it('dispute-waiting is a reminder from the second time on', async () => {
    expect(await mails.textAfter('dispute-waiting', awaiting)).toContain('A payer disputes a payment');
    expect(await mails.textAfter('dispute-waiting', awaiting, 1)).toContain('Half of the time');
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
    const text = await mails.textAfter('provider-incident', change);
    expect(/\["Answer by","([^"]+)"\]/.exec(text)?.[1]).toBe(expected);
  });

  it('provider-incident names no later time than the computed one', async () => {
    const [own, late] = await mails.composeAfter('provider-incident', [
      dispute,
      `${dispute}, due_at = '2032-05-05T10:00:00Z'`,
    ]);
    expect(JSON.stringify(own)).toMatch(/"Answer by","2031-05-\d\d/);
    expect(JSON.stringify(late)).toBe(JSON.stringify(own));
  });

  it.each([
    ['in a currency of ours', `currency = 'NGN'`, '₦1.01'],
    ['in another currency', `currency = 'XOF'`, 'XOF 1.01'],
    ['without a currency', 'currency = NULL', '1.01, in a currency that the provider does not name'],
    ['that is unknown', 'amount_minor = NULL', undefined],
  ])('provider-incident has an amount %s', async (_what, change, expected) => {
    const text = await mails.textAfter('provider-incident', `UPDATE provider_incidents SET ${change}`);
    expect(/\["Amount","([^"]+)"\]/.exec(text)?.[1]).toBe(expected);
  });

  it('provider-incident says when the payment is not one of ours', async () => {
    expect(await mails.textAfter('provider-incident')).not.toContain('not one of ours');
    const unknown = 'UPDATE provider_incidents SET payment_id = NULL';
    expect(await mails.textAfter('provider-incident', unknown)).toContain('not one of ours');
  });
});

describe('a mail about a meeting', () => {
  const compose = async (mail: 'meeting-for-learner' | 'meeting-for-sponsor', change: string) => {
    const [composed] = await mails.composeAfter(mail, [change]);
    const { icalEvent, to: _to, subject: _subject, replyTo, ...content } = composed ?? {};
    const calendar = icalEvent?.content as string | undefined;
    return {
      replyTo,
      icalEvent,
      calendar: calendar?.replaceAll(/\r\n[ \t]/g, ''),
      text: JSON.stringify(content),
    };
  };
  const at = setMeeting(accepted);
  const hiding = setLearner('hides_email = true');
  const unseen = `${setPayment(`status = 'failed'`)}; ${setRequest('is_public = false, is_private = true')}`;

  it('is answered to the other participant, unless the learner hides the address or the meeting is off', async () => {
    const { learner, sponsor } = mails.people;
    expect((await compose('meeting-for-learner', at)).replyTo).toBe(sponsor.email);
    expect((await compose('meeting-for-sponsor', at)).replyTo).toBe(learner.email);
    for (const change of [hiding, setMeeting(cancelled)]) {
      expect((await compose('meeting-for-learner', `${at}; ${change}`)).replyTo).toBeUndefined();
      expect((await compose('meeting-for-sponsor', `${at}; ${change}`)).replyTo).toBeUndefined();
    }
    expect((await compose('meeting-for-sponsor', `${at}; ${unseen}`)).replyTo).toBeUndefined();
  });

  it('has a calendar with the addresses that its reader may see', async () => {
    const { learner, sponsor } = mails.people;
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
    const note = `${mails.people.sponsor.mark} note`;
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
