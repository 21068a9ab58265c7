import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayMs, minuteMs } from '#contracts/durations.ts';
import { arrangeMeeting, notifyMeeting } from '#contracts/funding/sponsorships.ts';
import { type MeetingReply, readMeetingLink, replyByMeetingLink } from '#contracts/meetings/meetings.ts';
import { meetingMailTo } from '#tests/funding/meeting-mails.ts';
import { fileRequest, join, type ReceivedMail, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let learner: SignedIn;
let sponsor: SignedIn;
let requestId: string;
beforeAll(async () => {
  product = await startTestProduct();
  await product.startWorkers();
});
beforeEach(async () => {
  learner = await join(product.url, 'learner');
  sponsor = await join(product.url, 'sponsor', { fullName: 'Grace Hall' });
  requestId = await fileRequest(product.url, learner);
});
afterAll(() => product?.close());

const first = new Date(Math.ceil(Date.now() / minuteMs) * minuteMs + dayMs).toISOString();
const mailTo = (who: SignedIn, beginning: string) => meetingMailTo(product, who, beginning);

async function meet(startsAt: string): Promise<void> {
  const call = { params: { id: requestId }, body: { startsAt } };
  await callApi(product.url, arrangeMeeting, call, sponsor.token);
  await callApi(product.url, notifyMeeting, { body: { requestId } }, sponsor.token);
}

function tokenOf(mail: ReceivedMail): string {
  const url = /https?:\/\/\S+\/meeting-reply\?token=\S+/.exec(mail.text)?.[0] ?? '';
  return new URL(url).searchParams.get('token') ?? '';
}

describe('the link of the learner’s mail', () => {
  const read = (token: string) => callApi(product.url, readMeetingLink, { query: { token } });
  const send = (token: string, body: MeetingReply) =>
    callApi(product.url, replyByMeetingLink, { body: { token, ...body } });

  it('shows the meeting without changing it, and replies without signing in', async () => {
    await meet(first);
    const token = tokenOf(await mailTo(learner, 'Meeting about'));
    for (const _ of [1, 2])
      expect((await read(token)).body.data).toMatchObject({
        status: 'proposed',
        startsAt: first,
        courseTitle: 'Machine Learning',
        sponsorName: 'Grace Hall',
      });
    const { status, body } = await send(token, { answer: 'accept', startsAt: first });
    expect([status, body.data.status]).toEqual([200, 'accepted']);
    expect((await send(token, { answer: 'decline' })).body.data.status).toBe('declined');
    expect((await send(token, { answer: 'accept', startsAt: first })).status).toBe(409);
  });

  it('is not in the sponsor’s mail, and rejects a forged token', async () => {
    await meet(first);
    expect((await mailTo(sponsor, 'Meeting about')).text).not.toContain('meeting-reply');
    const token = tokenOf(await mailTo(learner, 'Meeting about'));
    for (const forged of ['x', `${token}x`, token.replace(/^[^.]+/, 'eyJhbGciOiJub25lIn0')]) {
      const { status, body } = await read(forged);
      expect([status, body.message]).toEqual([
        422,
        'This link does not work any more. Please reply on your dashboard.',
      ]);
    }
  });

  it('is invalid once the learner has another address', async () => {
    await meet(first);
    const token = tokenOf(await mailTo(learner, 'Meeting about'));
    await product.db.query('UPDATE users SET email = $2 WHERE email = $1', [
      learner.email,
      `new-${learner.email}`,
    ]);
    expect((await send(token, { answer: 'decline' })).status).toBe(422);
  });
});

describe('the mails of a meeting', () => {
  it('link the sponsor to the status page, and explain the sign-in of the public room', async () => {
    await meet(first);
    const forSponsor = await mailTo(sponsor, 'Meeting about');
    expect(forSponsor.text).toContain(`/sponsor-status/?state=meet&requestId=${requestId}`);
    for (const { text, html } of [forSponsor, await mailTo(learner, 'Meeting about')]) {
      expect(text).toContain('signs in there with a Google');
      expect(html).toContain('signs in there with a Google');
      expect(text).toContain('https://meet.jit.si/courselift-');
    }
  });

  it('are answered to the other participant while the meeting stands, and have no Reply-To afterwards', async () => {
    await meet(first);
    const forLearner = await mailTo(learner, 'Meeting about');
    expect(forLearner.headers['reply-to']).toBe(sponsor.email);
    expect((await mailTo(sponsor, 'Meeting about')).headers['reply-to']).toBe(learner.email);
    const body = { token: tokenOf(forLearner), answer: 'decline' as const };
    expect((await callApi(product.url, replyByMeetingLink, { body })).status).toBe(200);
    for (const who of [learner, sponsor])
      expect((await mailTo(who, 'Declined')).headers).not.toHaveProperty('reply-to');
  });
});
