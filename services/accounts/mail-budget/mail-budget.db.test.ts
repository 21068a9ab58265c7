import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { dayMs, minuteMs } from '#contracts/durations.ts';
import {
  arrangeMeeting,
  cancelMeeting,
  changeMeeting,
  notifyMeeting,
} from '#contracts/funding/sponsorships.ts';
import { editRequest } from '#contracts/requests/requests.ts';
import { aboutMeetings } from '#tests/funding/meeting-mails.ts';
import { readInvitation } from '#tests/support/mails/invitations.ts';
import { fileRequest, join, mailsTo, requestBody, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { patient } from '#tests/support/soon.ts';

let product: TestProduct;
let learner: SignedIn;
let sponsor: SignedIn;
let id: string;
beforeAll(async () => {
  product = await startTestProduct();
});
beforeEach(async () => {
  learner = await join(product.url, 'learner');
  sponsor = await join(product.url, 'sponsor');
  id = await fileRequest(product.url, learner);
});
afterAll(() => product?.close());

async function meet(): Promise<void> {
  await callApi(product.url, arrangeMeeting, { params: { id }, body: {} }, sponsor.token);
  const { status } = await callApi(product.url, notifyMeeting, { body: { requestId: id } }, sponsor.token);
  expect(status).toBe(202);
}

const change = (note: string) =>
  callApi(product.url, changeMeeting, { params: { id }, body: { note } }, sponsor.token);

/** Returns how many mails of the pair are due now, and how many wait for the end of the window. */
async function enqueued(mail: string): Promise<{ now: number; later: number }> {
  const [mails] = await product.db.query(
    `SELECT count(*) FILTER (WHERE available_at <= now())::int AS now,
       count(*) FILTER (WHERE available_at > now() + interval '23 hours')::int AS later
     FROM outbox WHERE $1 IN (payload->>'participant', payload->>'mail')
       AND coalesce(payload->>'meetingId', payload->>'id') IN (SELECT id::text FROM meetings WHERE request_id = $2)`,
    [mail, id],
  );
  return mails;
}

it('of thirty changes of a meeting the learner gets ten mails and one summary, and every change is stored', async () => {
  await meet();
  for (let round = 1; round <= 30; round += 1) expect((await change(`Note ${round}`)).status).toBe(200);
  expect((await change('The last note')).body.message).toMatch(/^It is saved. You two got many mails/);
  expect(await enqueued('learner')).toEqual({ now: 10, later: 1 });
  expect(await enqueued('sponsor')).toEqual({ now: 10, later: 1 });
});

// ASVS 2.3.2, 2.4.1
it('arranging, notifying and cancelling in a loop shares the budget of the pair', async () => {
  for (let round = 0; round < 8; round += 1) {
    await meet();
    expect((await callApi(product.url, cancelMeeting, { params: { id } }, sponsor.token)).status).toBe(200);
  }
  const { now, later } = await enqueued('learner');
  // Eight meetings of one pair: each has a summary of its own.
  expect([now, later]).toEqual([10, 3]);
  const another = await join(product.url, 'sponsor');
  await callApi(product.url, arrangeMeeting, { params: { id }, body: {} }, another.token);
  await callApi(product.url, notifyMeeting, { body: { requestId: id } }, another.token);
  expect((await enqueued('learner')).now).toBe(11);
});

it('of thirty edits of a request its sponsor gets what is left of the budget, and one summary', async () => {
  await meet();
  const account = { email: 'login@platform.example', password: '' };
  for (let round = 1; round <= 30; round += 1) {
    const body = requestBody({ motivation: `Reason ${round}`, account });
    expect((await callApi(product.url, editRequest, { params: { id }, body }, learner.token)).status).toBe(
      200,
    );
  }
  expect(await enqueued('request-changed')).toEqual({ now: 9, later: 1 });
});

it('the summary contains the latest state, and a new window begins after 24 hours', async () => {
  await meet();
  for (let round = 1; round <= 12; round += 1) await change(`Note ${round}`);
  const startsAt = new Date(Math.ceil(Date.now() / minuteMs) * minuteMs + dayMs).toISOString();
  await callApi(product.url, changeMeeting, { params: { id }, body: { startsAt } }, sponsor.token);
  await product.db.query(`DELETE FROM outbox WHERE available_at <= now()`);
  await product.db.query(`UPDATE outbox SET available_at = now()`);
  await product.startWorkers();
  await vi.waitFor(async () => {
    const mails = aboutMeetings(await mailsTo(product.sandbox.httpUrl, learner.email));
    expect(mails.map((mail) => readInvitation(mail)?.startsAt)).toEqual([startsAt]);
  }, patient);
  await product.db.query(`UPDATE mail_budgets SET since = since - interval '1 day'`);
  expect((await change('On the next day')).body.message).toBe(
    'The new invitation is on its way to both of you.',
  );
});
