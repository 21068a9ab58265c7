import { afterAll, beforeAll, expect, it } from 'vitest';
import * as desk from '#contracts/desk/desk.ts';
import { arrangeMeeting } from '#contracts/funding/sponsorships.ts';
import { submitReport } from '#contracts/safety/reports.ts';
import { idOf } from '#tests/security/support/accounts.ts';
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
  learner = await join(product.url, 'learner');
  sponsor = await join(product.url, 'sponsor');
  await product.db.query('UPDATE users SET email_verified_at = now() WHERE email = $1', [sponsor.email]);
});
afterAll(() => product?.close());

async function arrange(note?: string): Promise<string> {
  const params = { id: await fileRequest(product.url, learner) };
  const body = note === undefined ? {} : { note };
  return (await callApi(product.url, arrangeMeeting, { params, body }, sponsor.token)).body.data._id;
}
const report = async (id: string, who?: SignedIn) =>
  (
    await callApi(
      product.url,
      submitReport,
      { body: { about: 'note' as const, id, reason: 'offensive' as const } },
      who?.token,
    )
  ).status;

it('a note of a meeting is reported as such by its learner only, and an operator reads and removes it', async () => {
  const meetingId = await arrange('Come to my house instead.');
  expect([await report(meetingId), await report(meetingId, sponsor)]).toEqual([401, 404]);
  expect([await report(await arrange(), learner), await report(meetingId, learner)]).toEqual([404, 201]);
  const [{ id }] = await product.db.query(
    `SELECT id FROM cases WHERE kind = 'report' AND subject_type = 'meeting' AND subject_id = $1`,
    [meetingId],
  );
  const read = async () =>
    (await callDesk(product.url, desk.getCase, { params: { id } }, ada.cookie)).body.data;
  expect(await read()).toMatchObject({
    about: sponsor.fullName,
    note: 'Come to my house instead.',
    person: { id: await idOf(product, sponsor) },
  });
  await callDesk(product.url, desk.claimCase, { params: { id } }, ada.cookie);
  const body = { action: 'uphold', values: { reason: 'Meetings take place in our rooms.' } };
  expect((await callDesk(product.url, desk.runCaseAction, { params: { id }, body }, ada.cookie)).status).toBe(
    200,
  );
  expect(await read()).toMatchObject({ status: 'closed', outcome: 'upheld', note: null });
  const [{ note }] = await product.db.query('SELECT note FROM meetings WHERE id = $1', [meetingId]);
  expect(note).toBeNull();
});
