import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getProfile } from '#contracts/accounts/profile.ts';
import { signIn } from '#contracts/accounts/sign-in.ts';
import * as desk from '#contracts/desk/desk.ts';
import * as people from '#contracts/desk/desk-people.ts';
import { arrangeMeeting } from '#contracts/funding/sponsorships.ts';
import { listPublicRequests } from '#contracts/requests/listing.ts';
import { editRequest, withdrawRequest } from '#contracts/requests/requests.ts';
import { readAppeal, submitAppeal } from '#contracts/safety/appeals.ts';
import { startSession } from '#services/accounts/sessions/start-session.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { idOf } from '#tests/security/support/accounts.ts';
import { waitForLockWaits } from '#tests/support/database/lock-waits.ts';
import { readAfter } from '#tests/support/database/rolled-back.ts';
import { composeWaiting } from '#tests/support/mails/composed-mails.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { fileRequest, join, requestBody, type SignedIn, startPayment } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { answerAppeal } from './appeals.ts';
import { findReviews, isHeld } from './request-decisions.ts';

let product: TestProduct;
let ada: TestOperator;
let grace: TestOperator;
beforeAll(async () => {
  product = await startTestProduct({ REQUEST_REVIEW: 'on', OPERATORS_FOUR_EYES: 'off' });
  ada = await joinDesk(product, 'operator', 'Ada');
  grace = await joinDesk(product, 'lead', 'Grace');
});
afterAll(() => product?.close());

const caseOf = async (kind: string, subjectId: string) =>
  (
    await product.db.query(
      'SELECT id, status, outcome FROM cases WHERE kind = $1 AND subject_id = $2 ORDER BY created_at DESC LIMIT 1',
      [kind, subjectId],
    )
  )[0];
const claim = (id: string, { cookie }: TestOperator) =>
  callDesk(product.url, desk.claimCase, { params: { id } }, cookie);
const act = (id: string, action: string, { cookie }: TestOperator, values: Record<string, string> = {}) =>
  callDesk(product.url, desk.runCaseAction, { params: { id }, body: { action, values } }, cookie);
const decide = async (kind: string, subjectId: string, action: string, who = ada, values = {}) => {
  const { id } = await caseOf(kind, subjectId);
  await claim(id, who);
  expect((await act(id, action, who, values)).status).toBe(200);
};
const isListed = async (id: string) =>
  (await callApi(product.url, listPublicRequests, { query: { limit: 50 } })).body.data.some(
    ({ _id }) => _id === id,
  );
const suspend = (id: string, { cookie } = ada, reason = 'Sold codes to others.') =>
  callDesk(product.url, people.suspendPerson, { params: { id }, body: { reason } }, cookie);
const restore = (id: string, { cookie } = ada) =>
  callDesk(product.url, people.restorePerson, { params: { id }, body: { reason: 'A mistake.' } }, cookie);
const appealTokenOf = async ({ email }: SignedIn, on = product) => {
  const [mail] = await composeWaiting(on, email, ['account-suspended']);
  return new URL(mail?.action?.url ?? '').searchParams.get('token') ?? '';
};
const enter = ({ email, password }: SignedIn) => callApi(product.url, signIn, { body: { email, password } });

describe('a rejected request', () => {
  let learner: SignedIn;
  beforeAll(async () => {
    learner = await join(product.url, 'learner');
  });
  async function reject(): Promise<string> {
    const id = await fileRequest(product.url, learner, { isForVisitors: true });
    await decide('request_review', id, 'reject-request', ada, { reason: 'The link is broken.' });
    return id;
  }
  const appeal = (request: string, who = learner) =>
    callApi(product.url, submitAppeal, { body: { request, text: 'The link works.' } }, who.token);

  it('is appealed once, also at the same moment, and only by its learner', async () => {
    const id = await reject();
    expect((await appeal(id, await join(product.url, 'learner'))).status).toBe(404);
    const statuses = (await Promise.all([appeal(id), appeal(id), appeal(id)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 409, 409]);
    const { body } = await callApi(product.url, readAppeal, { query: { request: id } }, learner.token);
    expect(body.data).toEqual({
      about: 'request',
      courseTitle: 'Machine Learning',
      reason: 'The link is broken.',
      appeal: 'open',
      answer: null,
      expectedAt: null,
    });
  });

  it('is answered by another operator than the one who rejected it', async () => {
    const id = await reject();
    await appeal(id);
    const { id: caseId } = await caseOf('appeal', id);
    expect((await claim(caseId, ada)).body.message).toContain('Another operator has to answer it.');
    // Nor without a claim, whatever the desk offers.
    const own = { subject: { type: 'request', id }, operatorId: ada.id, exceptedId: null } as const;
    const answer = { ...own, outcome: 'granted', answer: 'It works.' } as const;
    const answered = inTransaction(product.db, (manager) => answerAppeal(manager, answer));
    await expect(answered).rejects.toThrow('Another operator has to answer it.');
    await claim(caseId, grace);
    const page = await callDesk(product.url, desk.getCase, { params: { id: caseId } }, grace.cookie);
    expect(page.body.data.history.map(({ act: done, detail }) => [done, detail])).toEqual([
      ['appealed', 'The link works.'],
      ['opened', 'An appeal against a rejected request.'],
      ['claimed', ''],
    ]);
    expect((await act(caseId, 'grant-appeal', grace)).status).toBe(422);
    expect((await act(caseId, 'grant-appeal', grace, { answer: 'It works indeed.' })).status).toBe(200);
    expect(await isListed(id)).toBe(true);
    expect(await caseOf('appeal', id)).toMatchObject({ status: 'closed', outcome: 'granted' });
    const mails = await composeWaiting(product, learner.email, ['appeal-answered', 'request-approved']);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your appeal is granted: Machine Learning']);
    expect(JSON.stringify(mails)).toContain('It works indeed.');
  });

  it('is appealed as long as the latest decision rejects it and applies', async () => {
    const id = await reject();
    const params = { id };
    const edited = requestBody({ motivation: 'Another text.' });
    await callApi(product.url, editRequest, { params, body: edited }, learner.token);
    expect((await appeal(id)).body.message).toContain('does not apply any more');
    await decide('request_review', id, 'approve-request');
    expect((await appeal(id)).status).toBe(404);
    const { id: caseId } = await caseOf('request_review', id);
    const reopened = { params: { id: caseId }, body: { reason: 'Wrong' } };
    await callDesk(product.url, desk.reopenCase, reopened, ada.cookie);
    expect((await act(caseId, 'reject-request', ada, { reason: 'A scam.' })).status).toBe(200);
    expect((await appeal(id)).status).toBe(201);
  });

  it('is answered once, by two operators at the same moment', async () => {
    const id = await reject();
    await appeal(id);
    const [{ appealId }] = await product.db.query(
      `SELECT a.id AS "appealId" FROM appeals a JOIN request_decisions d ON d.id = a.request_decision_id WHERE d.request_id = $1`,
      [id],
    );
    const holder = product.db.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT 1 FROM appeals WHERE id = $1 FOR UPDATE', [appealId]);
    const answers = (['granted', 'denied'] as const).map((outcome) =>
      inTransaction(product.db, (manager) =>
        answerAppeal(manager, {
          subject: { type: 'request', id },
          ...{ outcome, answer: outcome, operatorId: grace.id, exceptedId: null },
        }),
      ),
    );
    const settled = Promise.allSettled(answers);
    await waitForLockWaits(product, 2);
    await holder.commitTransaction();
    await holder.release();
    expect((await settled).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('has no meetings; one that is approved invites after its learner confirmed the address', async () => {
    const id = await fileRequest(product.url, learner, { isForVisitors: true });
    const invitations = async () =>
      (
        await product.db.query(
          `SELECT 1 FROM outbox WHERE job = 'mail.send-waiting-invitations' AND payload->>'userId' = $1`,
          [await idOf(product, learner)],
        )
      ).length;
    await decide('request_review', id, 'approve-request');
    expect(await invitations()).toBe(0);
    await product.db.query('UPDATE users SET email_verified_at = now() WHERE email = $1', [learner.email]);
    const other = await fileRequest(product.url, learner, { isForVisitors: true });
    await decide('request_review', other, 'approve-request');
    expect(await invitations()).toBe(1);

    const sponsor = await join(product.url, 'sponsor');
    await callApi(product.url, arrangeMeeting, { params: { id }, body: {} }, sponsor.token);
    const { id: caseId } = await caseOf('request_review', id);
    const reopened = { params: { id: caseId }, body: { reason: 'Wrong' } };
    await callDesk(product.url, desk.reopenCase, reopened, ada.cookie);
    expect((await act(caseId, 'reject-request', ada, { reason: 'A scam.' })).status).toBe(200);
    expect(await product.db.query('SELECT status FROM meetings WHERE request_id = $1', [id])).toEqual([
      { status: 'cancelled' },
    ]);
  });

  it.each([
    ['{frozen}', { state: 'paused', reason: null, appeal: null }],
    ['{guardian,frozen}', { state: 'guardian', reason: null, appeal: null }],
    ['{guardian,review}', { state: 'waiting', reason: null, appeal: null }],
    ['{rejected,review}', { state: 'rejected', reason: 'The link is broken.', appeal: 'open' }],
    ['{}', undefined],
  ])('is shown to its learner with the holds %s', async (holds, review) => {
    const id = await reject();
    await appeal(id);
    await product.db.query('UPDATE requests SET holds = $2 WHERE id = $1', [id, holds]);
    expect((await findReviews(product.db, [id])).get(id)).toEqual(review);
    await product.db.query(`UPDATE requests SET status = 'withdrawn', withdrawn_at = now() WHERE id = $1`, [
      id,
    ]);
    expect((await findReviews(product.db, [id])).get(id)).toBeUndefined();
  });

  it('is named by the token of a mail or by its learner', async () => {
    const read = (query: object, who?: SignedIn) =>
      callApi(product.url, readAppeal, { query: query as never }, who?.token);
    expect((await read({ token: 'forged' })).status).toBe(422);
    expect((await read({ request: await reject() })).status).toBe(401);
    expect((await read({ request: 'not-an-id' }, learner)).status).toBe(404);
  });

  it('stays hidden when the appeal is denied, and cannot be appealed again', async () => {
    const id = await reject();
    await appeal(id);
    await decide('appeal', id, 'deny-appeal', grace, { answer: 'It leads to a login page.' });
    expect(await isListed(id)).toBe(false);
    const answer = await appeal(id);
    expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('once')]);
    const { body } = await callApi(product.url, readAppeal, { query: { request: id } }, learner.token);
    expect(body.data).toMatchObject({ appeal: 'denied', answer: 'It leads to a login page.' });
  });

  it('does not change while the appeal is open; withdrawing it ends the appeal', async () => {
    const id = await reject();
    await appeal(id);
    const edited = await callApi(
      product.url,
      editRequest,
      { params: { id }, body: requestBody({ motivation: 'Another text.' }) },
      learner.token,
    );
    expect(edited.status).toBe(409);
    expect((await callApi(product.url, withdrawRequest, { params: { id } }, learner.token)).status).toBe(200);
    expect(await caseOf('appeal', id)).toMatchObject({ status: 'closed', outcome: 'withdrawn' });
  });
});

describe('a suspended person', () => {
  // ASVS 7.4.2
  it('is signed out, hidden, and reads at the sign-in why and how to appeal', async () => {
    const learner = await join(product.url, 'learner');
    const id = await idOf(product, learner);
    const requestId = await fileRequest(product.url, learner, { isForVisitors: true });
    await decide('request_review', requestId, 'approve-request');
    const sponsor = await join(product.url, 'sponsor');
    await callApi(product.url, arrangeMeeting, { params: { id: requestId }, body: {} }, sponsor.token);
    const started = await startPayment(product.url, sponsor, requestId);
    expect(started.status).toBe(200);

    expect((await suspend(id, ada, '')).status).toBe(422);
    expect((await suspend(id)).status).toBe(200);
    expect((await suspend(id)).status).toBe(409);
    expect(await isListed(requestId)).toBe(false);
    expect((await callApi(product.url, getProfile, {}, learner.token)).status).toBe(401);
    expect(await enter(learner)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('Your account is suspended: Sold codes to others.') },
    });
    expect((await enter({ ...learner, password: 'a guess' })).status).toBe(401);
    const [meeting] = await product.db.query('SELECT status FROM meetings WHERE request_id = $1', [
      requestId,
    ]);
    expect(meeting.status).toBe('cancelled');
    expect((await startPayment(product.url, sponsor, requestId)).body.message).toContain('not available');
    const [payment] = await product.db.query('SELECT id FROM payments WHERE request_id = $1', [requestId]);
    expect(await isHeld(product.db, payment.id)).toBe(true);

    const person = await callDesk(product.url, people.getPerson, { params: { id } }, ada.cookie);
    expect(person.body.data.suspension).toMatchObject({ reason: 'Sold codes to others.', by: 'Ada' });
    expect((await restore(id)).status).toBe(200);
    expect((await restore(id)).status).toBe(409);
    expect(await isListed(requestId)).toBe(true);
    expect(await isHeld(product.db, payment.id)).toBe(false);
    expect((await enter(learner)).status).toBe(200);
    expect((await callApi(product.url, getProfile, {}, learner.token)).status).toBe(401);
    const mails = await composeWaiting(product, learner.email, ['account-suspended', 'account-restored']);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your CourseLift account works again']);
    const story = (await callDesk(product.url, people.getPerson, { params: { id } }, ada.cookie)).body.data
      .story;
    expect(story.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['Person suspended', 'Suspension lifted']),
    );
  });

  // ASVS 7.4.2
  it('has no session even if one was started at the same moment', async () => {
    const sponsor = await join(product.url, 'sponsor');
    const id = await idOf(product, sponsor);
    await suspend(id);
    await expect(
      startSession(id, { config: product.config, db: product.db.manager }, 'node'),
    ).rejects.toMatchObject({ status: 403 });
    await product.db.query('UPDATE sessions SET revoked_at = NULL WHERE user_id = $1', [id]);
    expect((await callApi(product.url, getProfile, {}, sponsor.token)).status).toBe(401);
  });

  it('has no meetings as a sponsor; other sponsors keep theirs', async () => {
    const learner = await join(product.url, 'learner');
    const requestId = await fileRequest(product.url, learner, { isForVisitors: true });
    await decide('request_review', requestId, 'approve-request');
    const [sponsor, other] = [await join(product.url, 'sponsor'), await join(product.url, 'sponsor')];
    for (const { token } of [sponsor, other])
      await callApi(product.url, arrangeMeeting, { params: { id: requestId }, body: {} }, token);
    const id = await idOf(product, sponsor);
    await suspend(id);
    const open = 'SELECT sponsor_id FROM meetings WHERE request_id = $1 AND cancelled_at IS NULL';
    expect(await product.db.query(open, [requestId])).toEqual([{ sponsor_id: await idOf(product, other) }]);
    const [suspension] = await product.db.query('SELECT * FROM suspensions WHERE user_id = $1', [id]);
    expect([suspension.suspended_by_id, suspension.approved_by_id]).toEqual([ada.id, null]);
  });

  it('cannot appeal once the suspension is lifted', async () => {
    const sponsor = await join(product.url, 'sponsor');
    const id = await idOf(product, sponsor);
    await suspend(id);
    const token = await appealTokenOf(sponsor);
    await restore(id);
    const late = await callApi(product.url, submitAppeal, { body: { token, text: 'That was not me.' } });
    expect([late.status, late.body.message]).toEqual([
      409,
      expect.stringContaining('does not apply any more'),
    ]);
  });

  it('appeals with the link of the mail, and another operator answers', async () => {
    const sponsor = await join(product.url, 'sponsor');
    const id = await idOf(product, sponsor);
    await suspend(id);
    const token = await appealTokenOf(sponsor);
    const read = () => callApi(product.url, readAppeal, { query: { token } });
    expect((await read()).body.data).toMatchObject({ about: 'account', courseTitle: null, appeal: null });
    const appeal = () => callApi(product.url, submitAppeal, { body: { token, text: 'That was not me.' } });
    expect((await appeal()).status).toBe(201);
    expect((await appeal()).status).toBe(409);
    const { id: caseId } = await caseOf('appeal', id);
    expect((await claim(caseId, ada)).status).toBe(409);
    await claim(caseId, grace);
    expect((await act(caseId, 'grant-appeal', grace, { answer: 'You are right.' })).status).toBe(200);
    expect((await enter(sponsor)).status).toBe(200);
    expect((await read()).body.data).toMatchObject({ appeal: 'granted', answer: 'You are right.' });
  });

  it('cannot be an operator', async () => {
    expect((await suspend(grace.id)).status).toBe(404);
    expect((await restore(grace.id)).status).toBe(404);
  });
});

it('with four eyes a second operator approves a suspension and its end', async () => {
  const strict = await startTestProduct({ OPERATORS_FOUR_EYES: 'on' });
  try {
    const [first, second] = [await joinDesk(strict), await joinDesk(strict)];
    const learner = await join(strict.url, 'learner');
    const id = await idOf(strict, learner);
    const call = (
      contract: typeof people.suspendPerson | typeof people.restorePerson,
      { cookie }: TestOperator,
    ) => callDesk(strict.url, contract, { params: { id }, body: { reason: 'Spam' } }, cookie);
    const get = async () =>
      (await callDesk(strict.url, people.getPerson, { params: { id } }, first.cookie)).body.data;
    expect((await call(people.suspendPerson, first)).body.message).toContain('Another operator');
    expect(await get()).toMatchObject({ suspension: null, pending: { act: 'suspend', reason: 'Spam' } });
    expect((await callApi(strict.url, getProfile, {}, learner.token)).status).toBe(200);
    expect((await call(people.suspendPerson, first)).status).toBe(409);
    expect((await call(people.suspendPerson, second)).status).toBe(200);
    expect(await get()).toMatchObject({ suspension: { reason: 'Spam' }, pending: null });

    const token = await appealTokenOf(learner, strict);
    await callApi(strict.url, submitAppeal, { body: { token, text: 'That was not me.' } });
    const [{ id: caseId }] = await strict.db.query(`SELECT id FROM cases WHERE kind = 'appeal'`);
    for (const { cookie } of [first, second])
      expect(await callDesk(strict.url, desk.claimCase, { params: { id: caseId } }, cookie)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('a decision of yours') },
      });
    await call(people.restorePerson, second);
    expect((await call(people.restorePerson, second)).status).toBe(409);
    expect((await call(people.restorePerson, first)).status).toBe(200);
    expect(await get()).toMatchObject({ suspension: null, pending: null });
  } finally {
    await strict.close();
  }
});

it('a course is held while its request is held, or its learner or payer is suspended', async () => {
  const [learner, sponsor] = [await join(product.url, 'learner'), await join(product.url, 'sponsor')];
  const [learnerId, sponsorId] = [await idOf(product, learner), await idOf(product, sponsor)];
  const requestId = await fileRequest(product.url, learner, { isForVisitors: true });
  await decide('request_review', requestId, 'approve-request');
  await startPayment(product.url, sponsor, requestId);
  const [{ id }] = await product.db.query('SELECT id FROM payments WHERE request_id = $1', [requestId]);
  const heldAfter = (change: string, ...values: unknown[]) =>
    readAfter(product, (manager) => isHeld(manager, id), change, values);
  const ban = 'INSERT INTO suspensions (user_id, reason, suspended_by_id, lifted_at) VALUES ($1, $2, $1, $3)';
  expect(await heldAfter('SELECT 1')).toBe(false);
  expect(await heldAfter(`UPDATE requests SET holds = '{frozen}' WHERE id = $1`, requestId)).toBe(true);
  for (const userId of [learnerId, sponsorId]) {
    expect(await heldAfter(ban, userId, 'Spam', null)).toBe(true);
    expect(await heldAfter(ban, userId, 'Spam', new Date())).toBe(false);
  }
  expect(await heldAfter(ban, ada.id, 'Spam', null)).toBe(false);
});
