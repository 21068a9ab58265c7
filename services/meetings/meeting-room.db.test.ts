import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reportTimeZone } from '#contracts/accounts/profile.ts';
import { dayMs } from '#contracts/durations.ts';
import { arrangeMeeting, cancelMeeting, notifyMeeting } from '#contracts/funding/sponsorships.ts';
import { getMeetingRoom } from '#contracts/meetings/meetings.ts';
import { meetingMailTo } from '#tests/funding/meeting-mails.ts';
import { fileRequest, join, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

const rooms = {
  MEETING_PROVIDER: 'jitsi',
  MEETING_BASE_URL: 'https://meet.lift.example',
  MEETING_APP_ID: 'lift',
  MEETING_APP_SECRET: 'canary-room-secret',
};

let product: TestProduct;
let learner: SignedIn;
let sponsor: SignedIn;
let requestId: string;
beforeAll(async () => {
  product = await startTestProduct(rooms);
  await product.startWorkers();
});
beforeEach(async () => {
  learner = await join(product.url, 'learner', { fullName: 'Ada Obi' });
  sponsor = await join(product.url, 'sponsor', { fullName: 'Grace Hall' });
  requestId = await fileRequest(product.url, learner);
});
afterAll(() => product?.close());

/** Arranges a meeting, and moves it so that it starts so many minutes from now. Returns its id. */
async function meetingIn(minutes: number): Promise<string> {
  const body = { startsAt: new Date(Date.now() + dayMs).toISOString() };
  const at = { params: { id: requestId }, body };
  const arranged = await callApi(product.url, arrangeMeeting, at, sponsor.token);
  await product.db.query(
    `UPDATE meetings SET starts_at = now() + $2 * interval '1 minute', ends_at = now() + ($2 + 30) * interval '1 minute'
     WHERE id = $1`,
    [arranged.body.data._id, minutes],
  );
  return arranged.body.data._id;
}
const roomOf = (id: string, who: SignedIn) =>
  callApi(product.url, getMeetingRoom, { params: { id } }, who.token);

describe('the room of a meeting', () => {
  it.each([
    ['11 minutes before it', 11, 'early'],
    ['9 minutes before it', 9, 'open'],
    ['59 minutes after its start', -59, 'open'],
    ['61 minutes after its start', -61, 'over'],
  ])('%s: %s %s', async (_when, minutes, state) => {
    const { body } = await roomOf(await meetingIn(minutes), sponsor);
    expect(body.data).toMatchObject({ state, withName: 'Ada', courseTitle: 'Machine Learning' });
    expect(body.data.roomUrl === null).toBe(state !== 'open');
  });

  it('has a token for each participant, with the first name alone, until it closes', async () => {
    const id = await meetingIn(5);
    const tokens = await Promise.all(
      [learner, sponsor].map(async (who) => {
        const { body } = await roomOf(id, who);
        const url = new URL(body.data.roomUrl ?? '');
        expect(`${url.origin}${url.pathname}`).toBe(`https://meet.lift.example/courselift-${id}`);
        const claims = decodeJwt(url.searchParams.get('jwt') ?? '');
        expect(claims.exp).toBe(Math.floor(Date.parse(body.data.closesAt) / 1_000));
        return claims;
      }),
    );
    expect(tokens.map(({ context }) => context)).toEqual([
      { user: { name: 'Ada' } },
      { user: { name: 'Grace' } },
    ]);
  });

  it('is not there for others, and not after the meeting was cancelled', async () => {
    const id = await meetingIn(5);
    expect((await roomOf(id, await join(product.url, 'sponsor'))).status).toBe(404);
    await callApi(product.url, cancelMeeting, { params: { id: requestId } }, sponsor.token);
    expect((await roomOf(id, sponsor)).status).toBe(409);
  });

  it('does not name the sponsor before the invitation, and lets each report the other', async () => {
    const id = await meetingIn(5);
    await callApi(product.url, reportTimeZone, { body: { timeZone: 'Europe/Berlin' } }, sponsor.token);
    const forLearner = async () => (await roomOf(id, learner)).body.data;
    expect(await forLearner()).toMatchObject({
      withName: null,
      withTimeZone: null,
      report: { about: 'sponsor', id },
    });
    expect((await roomOf(id, sponsor)).body.data.report).toEqual({ about: 'request', id: requestId });
    await callApi(product.url, notifyMeeting, { body: { requestId } }, sponsor.token);
    expect(await forLearner()).toMatchObject({ withName: 'Grace', withTimeZone: 'Europe/Berlin' });
  });

  it('is reached by the page in mails, which have no token', async () => {
    const id = await meetingIn(60);
    await callApi(product.url, notifyMeeting, { body: { requestId } }, sponsor.token);
    const { text } = await meetingMailTo(product, learner, 'Meeting about');
    expect(text).toContain(`${product.url}/meeting/${id}`);
    expect(text).not.toContain('jwt=');
  });
});
