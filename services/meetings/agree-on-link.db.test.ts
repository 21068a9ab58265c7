import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { dayMs } from '#contracts/durations.ts';
import { arrangeMeeting, cancelMeeting, notifyMeeting } from '#contracts/funding/sponsorships.ts';
import {
  answerMeetingLink,
  getMeetingRoom,
  proposeMeetingLink,
  replyToMeeting,
} from '#contracts/meetings/meetings.ts';
import { meetingMailTo } from '#tests/funding/meeting-mails.ts';
import { fileRequest, join, type SignedIn, startPayment } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { patient } from '#tests/support/soon.ts';

const url = 'https://meet.google.com/abc-defg-hij';
const startsAt = new Date(Date.now() + dayMs).toISOString();

let product: TestProduct;
let learner: SignedIn;
let sponsor: SignedIn;
let requestId: string;
let id: string;
beforeAll(async () => {
  product = await startTestProduct();
  await product.startWorkers();
});
afterAll(() => product?.close());
beforeEach(async () => {
  learner = await join(product.url, 'learner', { fullName: 'Ada Obi' });
  sponsor = await join(product.url, 'sponsor', { fullName: 'Grace Hall' });
  requestId = await fileRequest(product.url, learner);
  const at = { params: { id: requestId }, body: { startsAt } };
  id = (await callApi(product.url, arrangeMeeting, at, sponsor.token)).body.data._id;
  await callApi(product.url, notifyMeeting, { body: { requestId } }, sponsor.token);
});

const propose = (who: SignedIn, link = url) =>
  callApi(product.url, proposeMeetingLink, { params: { id }, body: { url: link } }, who.token);
const answer = (who: SignedIn, isAccepted: boolean, link = url) =>
  callApi(product.url, answerMeetingLink, { params: { id }, body: { url: link, isAccepted } }, who.token);
const room = async (who: SignedIn) =>
  (await callApi(product.url, getMeetingRoom, { params: { id } }, who.token)).body.data;
const roomUrl = async () =>
  (await product.db.query('SELECT room_url AS url FROM meetings WHERE id = $1', [id]))[0].url;

describe('a link of a call', () => {
  it('is used once the other participant has accepted it, then in mails and calendar', async () => {
    const before = await roomUrl();
    expect((await propose(learner, 'meet.google.com/abc-defg-hij')).status).toBe(200);
    const proposal = { url, service: 'Google Meet' };
    expect((await room(learner)).proposal).toEqual({ ...proposal, isMine: true });
    expect((await room(sponsor)).proposal).toEqual({ ...proposal, isMine: false });
    expect(await roomUrl()).toBe(before);
    const asked = await meetingMailTo(product, sponsor, 'Changed');
    expect(asked.text).toContain('Ada proposes to meet on Google Meet');
    expect(asked.text).toContain(`${product.url}/meeting/${id}`);
    expect(asked.text).not.toContain('abc-defg-hij');
    // Neither time nor room is another one yet.
    expect(asked.text).not.toMatch(/new plan|has changed/i);
    expect((await answer(learner, true)).status).toBe(409);
    expect((await answer(sponsor, true)).body.data).toMatchObject({
      agreedService: 'Google Meet',
      proposal: null,
    });
    expect(await roomUrl()).toBe(url);
    const agreed = await vi.waitFor(async () => {
      const mail = await meetingMailTo(product, learner, 'Changed');
      // By the page that names the site, as every link of a person (decision 061).
      expect(mail.text).toContain(encodeURIComponent(url));
      return mail;
    }, patient);
    const calendar = Buffer.from(agreed.attachments[0]?.content ?? '', 'base64').toString();
    expect(calendar.replaceAll('\r\n ', '')).toContain(`LOCATION:${url}`);
    await product.db.query(
      "UPDATE meetings SET starts_at = now(), ends_at = now() + interval '30 minutes' WHERE id = $1",
      [id],
    );
    expect((await room(learner)).roomUrl).toBe(url);
  });

  it('can be refused, and taken back by who proposed it', async () => {
    for (const who of [learner, sponsor]) {
      await propose(sponsor);
      expect((await answer(who, false)).body.data.proposal).toBeNull();
      expect((await answer(who, true)).status).toBe(409);
    }
    expect(await roomUrl()).not.toBe(url);
  });

  it('that has changed since it was shown is not accepted', async () => {
    await propose(sponsor);
    await propose(sponsor, 'https://zoom.us/j/91234567890');
    expect((await answer(learner, true)).status).toBe(409);
    expect((await answer(learner, true, 'https://zoom.us/j/91234567890')).status).toBe(200);
  });

  it.each(['frozen', 'suspended'])(
    'is not agreed on while the request is %s, and can be refused',
    async (hold) => {
      await propose(learner);
      await product.db.query('UPDATE requests SET holds = ARRAY[$2] WHERE id = $1', [requestId, hold]);
      const before = await roomUrl();
      // A sponsor does not learn that a request is hidden.
      const forSponsor = hold === 'frozen' ? 409 : 404;
      expect((await answer(sponsor, true)).status).toBe(forSponsor);
      expect((await propose(sponsor, 'https://zoom.us/j/91234567890')).status).toBe(forSponsor);
      const { status, body } = await propose(learner, 'https://zoom.us/j/91234567890');
      expect([status, body.message]).toEqual([409, expect.stringContaining('paused')]);
      expect(await roomUrl()).toBe(before);
      expect((await answer(learner, false)).status).toBe(200);
    },
  );

  it('is not agreed on by a sponsor who may no longer see the request, and by one who paid for it', async () => {
    await propose(learner);
    const show = (isPublic: boolean) =>
      product.db.query('UPDATE requests SET is_public = $2, is_private = NOT $2 WHERE id = $1', [
        requestId,
        isPublic,
      ]);
    await show(false);
    expect((await answer(sponsor, true)).status).toBe(404);
    await show(true);
    expect((await startPayment(product.url, sponsor, requestId)).status).toBe(200);
    await show(false);
    expect((await answer(sponsor, true)).status).toBe(200);
  });

  it('is said to be on its way only if a mail is', async () => {
    const onTheWay = 'Your link is on its way. It is used once the other has accepted it.';
    expect((await propose(learner)).body.message).toBe(onTheWay);
    expect((await propose(learner)).body.message).toBe(
      'You have proposed this link already. It is used once the other has accepted it.',
    );
    await product.db.query('UPDATE mail_budgets SET count = 1000');
    expect((await propose(learner, 'https://zoom.us/j/91234567890')).body.message).toMatch(/follows later/);
    expect((await answer(sponsor, true, 'https://zoom.us/j/91234567890')).body.message).toBe(
      'You meet there. You two got many mails about each other today, so the new invitation follows later.',
    );
    await product.db.query('UPDATE meetings SET notified_revision = NULL WHERE id = $1', [id]);
    expect((await propose(sponsor)).body.message).toBe(
      'Your link is saved, and the invitation will contain it. It is used once the other has accepted it.',
    );
    expect((await answer(learner, true)).body.message).toBe(
      'You meet there. The invitation will contain the link.',
    );
  });

  it('has a form of the list', async () => {
    for (const link of ['https://wa.me/2348031234567', 'https://evil.example/j/91234567890', 'call me']) {
      const { status, body } = await propose(learner, link);
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['url']]);
    }
  });

  it('is for the two alone, and for a meeting that has a time and is to come', async () => {
    const stranger = await join(product.url, 'sponsor');
    expect((await propose(stranger)).status).toBe(404);
    await propose(sponsor);
    expect((await answer(stranger, true)).status).toBe(404);
    const proposedTime = { answer: 'propose', startsAt } as const;
    await callApi(product.url, replyToMeeting, { params: { id }, body: proposedTime }, learner.token);
    expect((await propose(learner)).status).toBe(409);
    await callApi(product.url, cancelMeeting, { params: { id: requestId } }, sponsor.token);
    expect((await propose(learner)).status).toBe(409);
  });
});
