import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import {
  getDashboard,
  type LearnerDashboardSchema,
  type SponsorDashboardSchema,
} from '#contracts/dashboard/dashboard.ts';
import * as desk from '#contracts/desk/desk.ts';
import { submitReport } from '#contracts/safety/reports.ts';
import { sendThankYou, type ThankYouStage } from '#contracts/thanks/thanks.ts';
import { idOf } from '#tests/security/support/accounts.ts';
import { composeWaiting } from '#tests/support/mails/composed-mails.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { fileRequest, join, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let ada: TestOperator;
let learner: SignedIn;
let sponsor: SignedIn;
beforeAll(async () => {
  product = await startTestProduct();
  ada = await joinDesk(product, 'operator', 'Ada');
  learner = await join(product.url, 'learner', { fullName: 'Zola Learns' });
  sponsor = await join(product.url, 'sponsor', { fullName: 'Grace Pays' });
});
afterAll(() => product?.close());

const sql = (text: string, ...values: unknown[]) => product.db.query(text, values);

/** Files a request that the sponsor has paid for. */
async function paid({ who = learner, isAnonymous = false, status = 'paid' } = {}): Promise<string> {
  const id = await fileRequest(product.url, who);
  await sql(
    `UPDATE requests SET status = $2, holds = '{}', paid_at = now(), enrolled_at = CASE WHEN $2 = 'paid' THEN NULL ELSE now() END,
       completed_at = CASE WHEN $2 = 'completed' THEN now() END WHERE id = $1`,
    id,
    status,
  );
  const sponsorId = await idOf(product, sponsor);
  const [{ id: sponsorshipId }] = await sql(
    'INSERT INTO sponsorships (request_id, sponsor_id, is_anonymous) VALUES ($1, $2, $3) RETURNING id',
    id,
    sponsorId,
    isAnonymous,
  );
  await sql(
    `INSERT INTO payments (reference, request_id, sponsorship_id, payer_id, price_minor, fee_minor, amount_minor, currency, status, settled_at, receipt_number)
     VALUES ($1, $2, $3, $4, 100, 1, 101, 'NGN', 'approved', now(), nextval('receipt_numbers'))`,
    `pay-${randomUUID()}`,
    id,
    sponsorshipId,
    sponsorId,
  );
  return id;
}

const send = (id: string, text: string, stage: ThankYouStage = 'paid', who: SignedIn = learner) =>
  callApi(product.url, sendThankYou, { params: { id }, body: { stage, text } }, who.token);
const sentBy = async (id: string, ...rest: [text: string, stage?: ThankYouStage, who?: SignedIn]) => {
  const { status, body } = await send(id, ...rest);
  return [status, body.message];
};

const own = async (id: string, who = learner) => {
  const { body } = await callApi(product.url, getDashboard, {}, who.token);
  const { requests } = body as z.output<typeof LearnerDashboardSchema>;
  return requests.find(({ _id }) => _id === id)?.thankYou;
};
const received = async (id: string) => {
  const { body } = await callApi(product.url, getDashboard, {}, sponsor.token);
  const { sponsoredRequests } = body as z.output<typeof SponsorDashboardSchema>;
  return sponsoredRequests.find(({ _id }) => _id === id)?.thankYous;
};
const mails = (who: SignedIn) => composeWaiting(product, who.email, ['thank-you', 'thank-you-declined']);
const about = async (requestId: string): Promise<string> =>
  (await sql('SELECT id FROM thank_yous WHERE request_id = $1 ORDER BY created_at DESC', requestId))[0]?.id;

const caseOf = async (kind: 'request_review' | 'report', thankYouId: string): Promise<string | undefined> => {
  const text = `SELECT id FROM cases WHERE kind = $1 AND subject_type = 'thank_you' AND subject_id = $2`;
  return (await sql(text, kind, thankYouId))[0]?.id;
};
const readCase = async (id: string) =>
  (await callDesk(product.url, desk.getCase, { params: { id } }, ada.cookie)).body.data;
async function act(id: string, action: string, reason?: string) {
  await callDesk(product.url, desk.claimCase, { params: { id } }, ada.cookie);
  const body = { action, values: reason === undefined ? {} : { reason } };
  return (await callDesk(product.url, desk.runCaseAction, { params: { id }, body }, ada.cookie)).status;
}
const reopen = (id: string) =>
  callDesk(product.url, desk.reopenCase, { params: { id }, body: { reason: 'Once more.' } }, ada.cookie);

const sent = 'Sent. Your sponsor can read it now.';
const held = 'Thank you. An operator reads it first.';
const noSponsor = 'There is no sponsor to thank for this request now.';
const stays = 'You have thanked your sponsor at this step already, and these words stay.';

it('reaches the sponsor at once, on the dashboard and by mail, once at each stage', async () => {
  const id = await paid();
  expect([await own(id), await received(id)]).toEqual([
    { stage: 'paid', state: 'open', expectedAt: null, text: null, reason: null },
    [],
  ]);
  expect(await sentBy(id, '  Thank you, from all of us. ')).toEqual([201, sent]);
  expect(await own(id)).toEqual({
    stage: 'paid',
    state: 'delivered',
    expectedAt: null,
    text: null,
    reason: null,
  });
  expect(await received(id)).toMatchObject([{ stage: 'paid', text: 'Thank you, from all of us.' }]);
  const [mail] = await mails(sponsor);
  expect(mail).toMatchObject({ subject: 'Zola thanks you: Machine Learning' });
  expect(mail?.blocks).toContainEqual({ quote: 'Thank you, from all of us.' });
  expect(await sentBy(id, 'Thank you, from all of us.')).toEqual([201, sent]);
  expect(await sentBy(id, 'Other words')).toEqual([409, stays]);
  expect(await sentBy(id, 'I have started', 'enrolled')).toEqual([409, noSponsor]);
  await sql(`UPDATE requests SET status = 'enrolled', enrolled_at = now() WHERE id = $1`, id);
  expect(await own(id)).toMatchObject({ stage: 'enrolled', state: 'open' });
  expect(await sentBy(id, 'I have started', 'enrolled')).toEqual([201, sent]);
  await sql(`UPDATE requests SET status = 'completed', completed_at = now() WHERE id = $1`, id);
  expect(await sentBy(id, 'Done!', 'completed')).toEqual([201, sent]);
  expect((await received(id))?.map(({ stage, text }) => [stage, text])).toEqual([
    ['paid', 'Thank you, from all of us.'],
    ['enrolled', 'I have started'],
    ['completed', 'Done!'],
  ]);
});

it('stores one of several that are sent at once', async () => {
  const id = await paid();
  const before = (await mails(sponsor)).length;
  const same = await Promise.all(Array.from({ length: 4 }, () => send(id, 'Thank you!')));
  expect(same.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(await received(id)).toHaveLength(1);
  expect(await mails(sponsor)).toHaveLength(before + 1);
  const other = await paid();
  const two = await Promise.all([send(other, 'One'), send(other, 'Two')]);
  expect(two.map(({ status }) => status).sort()).toEqual([201, 409]);
});

it('takes 1 to 300 characters of the learner who owns a request that a sponsor has paid for', async () => {
  const id = await paid();
  for (const text of ['', '  \n ', 'x'.repeat(301), 'nul\u0000'])
    expect((await send(id, text)).body.errors).toHaveProperty('text');
  const other = await join(product.url, 'learner');
  expect(await sentBy(id, 'Thanks', 'paid', other)).toEqual([404, 'This request is no longer there.']);
  expect((await send(id, 'Thanks', 'paid', sponsor)).status).toBe(403);
  expect(await sentBy(await fileRequest(product.url, learner), 'Thanks')).toEqual([409, noSponsor]);
  expect(await sentBy(id, 'x'.repeat(300))).toEqual([201, sent]);
});

it.each([
  `UPDATE requests SET status = 'refunded' WHERE id = $1`,
  `UPDATE payments SET status = 'reversed' WHERE request_id = $1`,
])('is rejected after %s', async (change) => {
  const id = await paid();
  await sql(change, id);
  expect([await own(id), await sentBy(id, 'Thanks')]).toEqual([null, [409, noSponsor]]);
});

it('is rejected when the account of the sponsor has ended', async () => {
  const id = await paid();
  await sql('UPDATE users SET erasure_requested_at = now() WHERE email = $1', sponsor.email);
  expect([await own(id), await sentBy(id, 'Thanks')]).toEqual([null, [409, noSponsor]]);
  await sql('UPDATE users SET erasure_requested_at = NULL WHERE email = $1', sponsor.email);
});

it('reaches an anonymous sponsor, without naming them', async () => {
  const id = await paid({ isAnonymous: true });
  const { body } = await send(id, 'I do not know your name: thank you.');
  expect(await received(id)).toMatchObject([{ text: 'I do not know your name: thank you.' }]);
  const dashboard = await callApi(product.url, getDashboard, { query: { requests: 1 } }, learner.token);
  expect(JSON.stringify([body, dashboard.body])).not.toMatch(/Grace/);
});

it.each(['Write to me: zola@people.example', 'See zola.example', 'I am @zola', 'Call 0801 234 5678'])(
  'waits for an operator with contact data in it: %s',
  async (text) => {
    const id = await paid();
    expect(await sentBy(id, text)).toEqual([201, held]);
    expect([await own(id), await received(id)]).toMatchObject([{ state: 'held' }, []]);
    expect((await mails(sponsor)).some(({ blocks }) => JSON.stringify(blocks).includes(text))).toBe(false);
    expect(await sentBy(id, 'Without it')).toEqual([409, stays]);
    expect((await readCase((await caseOf('request_review', await about(id))) ?? '')).thankYou).toEqual({
      stage: 'paid',
      status: 'held',
      text,
    });
  },
);

it('is always read by an operator first under 18, who delivers it', async () => {
  const minor = await join(product.url, 'learner', {
    fullName: 'Tendai Young',
    isAdult: false,
    guardianEmail: 'guardian@people.example',
  });
  const id = await paid({ who: minor });
  expect(await sentBy(id, 'Thank you!', 'paid', minor)).toEqual([201, held]);
  const caseId = (await caseOf('request_review', await about(id))) ?? '';
  // A decision about the request is not a matter of this case.
  await sql(`UPDATE requests SET holds = '{rejected}' WHERE id = $1`, id);
  const shown = await readCase(caseId);
  expect(shown).toMatchObject({ about: 'Machine Learning', person: { email: minor.email }, request: { id } });
  expect(shown.actions.map(({ name }) => name)).toEqual(['deliver-thank-you', 'decline-thank-you']);
  expect(await act(caseId, 'deliver-thank-you')).toBe(200);
  expect([await own(id, minor), await received(id)]).toMatchObject([
    { state: 'delivered' },
    [{ text: 'Thank you!' }],
  ]);
  expect((await mails(sponsor)).map(({ title }) => title)).toContain('Tendai has a few words for you, Grace');
  expect(await readCase(caseId)).toMatchObject({ status: 'closed', outcome: 'delivered' });
});

it('that was declined tells the learner why, who can write other words for an operator to read', async () => {
  const id = await paid();
  await send(id, 'Call 0801 234 5678');
  const first = (await caseOf('request_review', await about(id))) ?? '';
  expect(await act(first, 'decline-thank-you')).toBe(422);
  expect(await act(first, 'decline-thank-you', 'Please leave out the number.')).toBe(200);
  expect([await own(id), await received(id)]).toEqual([
    {
      stage: 'paid',
      state: 'declined',
      expectedAt: null,
      text: 'Call 0801 234 5678',
      reason: 'Please leave out the number.',
    },
    [],
  ]);
  expect((await mails(learner)).at(-1)).toMatchObject({
    subject: 'Your words to your sponsor: Machine Learning',
    blocks: expect.arrayContaining([{ quote: 'Please leave out the number.' }]),
  });
  expect(await sentBy(id, 'Just thanks')).toEqual([201, held]);
  expect(await act((await caseOf('request_review', await about(id))) ?? '', 'deliver-thank-you')).toBe(200);
  expect(await received(id)).toMatchObject([{ text: 'Just thanks' }]);
  // The words of the first case are gone, which it says; it can still be closed.
  expect((await reopen(first)).status).toBe(200);
  expect((await readCase(first)).actions.map(({ name }) => name)).toEqual(['decline-thank-you']);
  expect(await act(first, 'decline-thank-you', 'They are gone.')).toBe(200);
  expect(await own(id)).toMatchObject({ state: 'delivered' });
});

it('that was delivered can be taken back when its case is opened again, and the other way round', async () => {
  const id = await paid();
  await send(id, 'Call 0801 234 5678');
  const caseId = (await caseOf('request_review', await about(id))) ?? '';
  await act(caseId, 'deliver-thank-you');
  await reopen(caseId);
  expect(await act(caseId, 'decline-thank-you', 'The number was not yours.')).toBe(200);
  expect([await own(id), await received(id)]).toMatchObject([{ state: 'declined' }, []]);
  await reopen(caseId);
  expect(await act(caseId, 'deliver-thank-you')).toBe(200);
  expect(await received(id)).toHaveLength(1);
});

it('is not delivered once the payment was given back', async () => {
  const id = await paid();
  await send(id, 'Call 0801 234 5678');
  const caseId = (await caseOf('request_review', await about(id))) ?? '';
  await sql(`UPDATE payments SET status = 'reversed' WHERE request_id = $1`, id);
  expect(await act(caseId, 'deliver-thank-you')).toBe(409);
  expect(await act(caseId, 'decline-thank-you', 'The payment was given back.')).toBe(200);
});

it('is reported by its sponsor only, and removed when an operator upholds that', async () => {
  const id = await paid();
  await send(id, 'You owe me more.');
  const thankYouId = await about(id);
  const report = async (who?: SignedIn) => {
    const body = { about: 'thanks' as const, id: thankYouId, reason: 'offensive' as const };
    return (await callApi(product.url, submitReport, { body }, who?.token)).status;
  };
  const stranger = await join(product.url, 'sponsor');
  expect([await report(), await report(learner), await report(stranger)]).toEqual([401, 404, 404]);
  expect(await report(sponsor)).toBe(201);
  const caseId = (await caseOf('report', thankYouId)) ?? '';
  // A hold of the request is not a matter of this case.
  await sql(`UPDATE requests SET holds = '{frozen}' WHERE id = $1`, id);
  const { thankYou, actions } = await readCase(caseId);
  expect([thankYou?.text, ...actions.map(({ name }) => name)]).toEqual([
    'You owe me more.',
    'uphold',
    'dismiss',
    'refund',
  ]);
  expect(await act(caseId, 'uphold', 'It asks for money.')).toBe(200);
  expect(await received(id)).toEqual([]);
  // The learner does not read who reported it.
  expect(await own(id)).toMatchObject({ state: 'delivered', text: null });
  expect([await sentBy(id, 'Once more'), await report(sponsor)]).toEqual([[409, stays], 404]);
});

it('is not shown while its learner is suspended', async () => {
  const id = await paid();
  await send(id, 'Thank you!');
  const [{ id: suspension }] = await sql(
    `INSERT INTO suspensions (user_id, reason, suspended_by_id) VALUES ($1, 'Spam', $2) RETURNING id`,
    await idOf(product, learner),
    ada.id,
  );
  expect(await received(id)).toEqual([]);
  await sql('DELETE FROM suspensions WHERE id = $1', suspension);
  expect(await received(id)).toHaveLength(1);
});
