import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reportTimeZone } from '#contracts/accounts/profile.ts';
import { dayMs, hourMs, minuteMs } from '#contracts/durations.ts';
import {
  arrangeMeeting,
  cancelMeeting,
  getSponsorship,
  notifyMeeting,
} from '#contracts/funding/sponsorships.ts';
import { replyToMeeting } from '#contracts/meetings/meetings.ts';
import { listRequests } from '#contracts/requests/listing.ts';
import { aboutMeetings, meetingMailTo } from '#tests/funding/meeting-mails.ts';
import { meetingSteps } from '#tests/funding/meeting-steps.ts';
import { readInvitation } from '#tests/support/mails/invitations.ts';
import { fileRequest, join, mailsTo, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let learner: SignedIn;
let sponsor: SignedIn;
let stranger: SignedIn;
let requestId: string;
beforeAll(async () => {
  product = await startTestProduct();
  await product.startWorkers();
  stranger = await join(product.url, 'learner');
});
beforeEach(async () => {
  learner = await join(product.url, 'learner', { fullName: 'Ada Obi' });
  sponsor = await join(product.url, 'sponsor', { fullName: 'Grace Hall' });
  requestId = await fileRequest(product.url, learner);
});
afterAll(() => product?.close());

const inDays = (days: number) =>
  new Date(Math.ceil(Date.now() / minuteMs) * minuteMs + days * dayMs).toISOString();
const [first, second, third] = [inDays(1), inDays(2), inDays(3)];
const at = () => ({ params: { id: requestId } });
const stale = 'This meeting has changed since you opened this page. Please look at it again.';

const { meet, own, reply, acceptProposal, sponsored, changeTo, end } = meetingSteps(() => ({
  product,
  learner,
  sponsor,
  requestId,
}));
const mailTo = (who: SignedIn, beginning: string) => meetingMailTo(product, who, beginning);

describe('accepting', () => {
  it('agrees on the displayed time, and sends both an invitation with the acceptance', async () => {
    await meet(first);
    expect(await own()).toMatchObject({
      status: 'proposed',
      startsAt: first,
      sponsorName: 'Grace Hall',
      note: 'Bring questions',
    });
    const { said, data } = await reply({ answer: 'accept', startsAt: first });
    expect(said).toEqual([200, 'You have accepted. We tell the sponsor by e-mail.']);
    expect(data).toMatchObject({ status: 'accepted', startsAt: first });
    for (const who of [sponsor, learner]) {
      const mail = await mailTo(who, 'Agreed: meeting about Machine Learning');
      expect(readInvitation(mail)).toMatchObject({ method: 'REQUEST', sequence: 1, startsAt: first });
      const file = mail.attachments.find(({ filename }) => filename?.endsWith('.ics'));
      const text = Buffer.from(file?.content ?? '', 'base64')
        .toString('utf8')
        .replaceAll(/\r\n /g, '');
      expect(text).toMatch(new RegExp(`ATTENDEE[^\\n]*PARTSTAT=ACCEPTED[^\\n]*${learner.email}`, 'i'));
    }
    expect(await sponsored()).toMatchObject([{ status: 'accepted', startsAt: first, isTold: true }]);
  });

  it('is idempotent and sends no second mail', async () => {
    await meet(first);
    const said = await Promise.all(
      [1, 2, 3].map(async () => (await reply({ answer: 'accept', startsAt: first })).said),
    );
    expect(said.map(([status]) => status)).toEqual([200, 200, 200]);
    expect(said.filter(([, message]) => message === 'You have already accepted this meeting.')).toHaveLength(
      2,
    );
    const [row] = await product.db.query('SELECT revision FROM meetings WHERE request_id = $1', [requestId]);
    expect(row.revision).toBe(1);
  });

  it('is a conflict when the time changes concurrently, in either order', async () => {
    await meet(first);
    const change = changeTo(second);
    const [{ said }] = await Promise.all([reply({ answer: 'accept', startsAt: first }), change]);
    expect([200, 409]).toContain(said[0]);
    // In both orders the new time must not be accepted: either the change is last, or the acceptance is rejected.
    expect(await own()).toMatchObject({ status: 'proposed', startsAt: second });
    expect((await reply({ answer: 'accept', startsAt: first })).said).toEqual([
      409,
      'The time of this meeting has changed since you opened this page. Please look at it again.',
    ]);
  });

  it('is rejected while no time is proposed', async () => {
    await meet();
    expect((await reply({ answer: 'accept', startsAt: first })).said[0]).toBe(409);
  });

  it.each(['accept', 'propose'] as const)('needs a time to %s', async (answer) => {
    await meet(first);
    const { _id: id } = await own();
    const sent = await callApi(
      product.url,
      replyToMeeting,
      { params: { id }, body: { answer } },
      learner.token,
    );
    expect([sent.status, sent.body.errors?.startsAt]).toEqual([422, 'Please choose a date and a time.']);
  });
});

describe('a meeting without a time', () => {
  it('requests one from the learner by mail without a calendar file, and sends invitations when the sponsor accepts', async () => {
    await meet();
    const asked = await mailTo(learner, 'Time wanted: meeting about Machine Learning');
    expect(asked.text).toContain('Propose a time');
    expect(asked.attachments).toEqual([]);
    expect((await mailTo(sponsor, 'Time wanted')).text).toContain('is asked to propose a time');
    expect((await reply({ answer: 'propose', startsAt: second })).data).toMatchObject({
      status: 'counter_proposed',
      startsAt: null,
      proposedStartsAt: second,
    });
    const proposal = await mailTo(sponsor, 'New time proposed');
    expect(proposal.text).toContain(`/sponsor-status/?state=meet&requestId=${requestId}`);
    expect((await acceptProposal(second)).said).toEqual([
      200,
      'You have agreed on the time. The new invitation is on its way to both of you.',
    ]);
    for (const who of [learner, sponsor])
      expect(readInvitation(await mailTo(who, 'Agreed'))).toMatchObject({
        method: 'REQUEST',
        startsAt: second,
      });
  });
});

describe('proposing another time', () => {
  it('sends no calendar change until the sponsor accepts, and mails only the sponsor', async () => {
    await callApi(product.url, reportTimeZone, { body: { timeZone: 'Africa/Lagos' } }, sponsor.token);
    await meet(first);
    await mailTo(learner, 'Meeting about');
    expect((await reply({ answer: 'propose', startsAt: second })).said).toEqual([
      200,
      'Your proposal is on its way to the sponsor.',
    ]);
    const mail = await mailTo(sponsor, 'New time proposed');
    expect(readInvitation(mail)).toBeUndefined();
    expect(mail.text).toMatch(/Proposed.*\(West Africa.*\)[\s\S]*Instead of.*\(West Africa.*\)/);
    expect(await sponsored()).toMatchObject([
      { status: 'counter_proposed', startsAt: first, proposedStartsAt: second },
    ]);
    await acceptProposal(second);
    expect(readInvitation(await mailTo(learner, 'Agreed'))).toMatchObject({ startsAt: second });
    expect(aboutMeetings(await mailsTo(product.sandbox.httpUrl, learner.email))).toHaveLength(2);
  });

  it('can be replaced; accepting the replaced one is a conflict', async () => {
    await meet(first);
    await reply({ answer: 'propose', startsAt: second });
    await reply({ answer: 'propose', startsAt: third });
    expect((await acceptProposal(second)).said).toEqual([409, stale]);
    expect((await acceptProposal(third)).said[0]).toBe(200);
    expect((await acceptProposal(third)).said).toEqual([200, 'You have already agreed on this time.']);
  });

  it('is replaced by the sponsor’s next proposal', async () => {
    await meet(first);
    await reply({ answer: 'propose', startsAt: second });
    await changeTo(third);
    expect(await own()).toMatchObject({ status: 'proposed', startsAt: third, proposedStartsAt: null });
    expect((await acceptProposal(second)).said).toEqual([409, stale]);
  });

  it('still allows accepting the sponsor’s time', async () => {
    await meet(first);
    await reply({ answer: 'propose', startsAt: second });
    expect((await reply({ answer: 'accept', startsAt: first })).data).toMatchObject({
      status: 'accepted',
      startsAt: first,
      proposedStartsAt: null,
    });
    expect((await acceptProposal(second)).said).toEqual([409, stale]);
  });

  it('rejects a time in the past, and a proposal that has passed', async () => {
    await meet(first);
    expect((await reply({ answer: 'propose', startsAt: '2020-01-01T10:00:00Z' })).said[0]).toBe(422);
    await reply({ answer: 'propose', startsAt: second });
    const past = new Date(Date.now() - hourMs);
    await product.db.query('UPDATE meetings SET proposed_starts_at = $2 WHERE request_id = $1', [
      requestId,
      past,
    ]);
    expect((await acceptProposal(past.toISOString())).said).toEqual([
      409,
      'This time has passed. Please propose another one.',
    ]);
  });
});

describe('declining', () => {
  it('requires no reason, cancels both calendar events, and hides the learner’s e-mail again', async () => {
    await meet(first);
    expect((await reply({ answer: 'decline' })).said).toEqual([
      200,
      'You have declined. We tell the sponsor, without a reason.',
    ]);
    for (const who of [learner, sponsor])
      expect(readInvitation(await mailTo(who, 'Declined'))).toMatchObject({
        method: 'CANCEL',
        status: 'CANCELLED',
        sequence: 1,
      });
    expect((await mailTo(sponsor, 'Declined')).text).toContain(
      `/sponsor-status/?state=pay&requestID=${requestId}`,
    );
    const { body } = await callApi(product.url, listRequests, { query: { limit: 50 } }, sponsor.token);
    expect(body.data.find(({ _id }) => _id === requestId)?.learner.userId).not.toHaveProperty('email');
    expect(await sponsored()).toMatchObject([
      { status: 'declined', roomUrl: null, learner: { email: null } },
    ]);
    expect(await own()).toMatchObject({ status: 'declined', roomUrl: null });
    expect((await reply({ answer: 'decline' })).said).toEqual([
      200,
      'You have already declined this meeting.',
    ]);
    expect((await reply({ answer: 'accept', startsAt: first })).said).toEqual([
      409,
      'You have declined this meeting.',
    ]);
  });

  it('is final for this sponsor and request', async () => {
    await meet(first);
    await reply({ answer: 'decline' });
    for (const again of [
      callApi(product.url, arrangeMeeting, { ...at(), body: { startsAt: second } }, sponsor.token),
      callApi(product.url, notifyMeeting, { body: { requestId } }, sponsor.token),
    ]) {
      const { status, body } = await again;
      expect([status, body.message]).toEqual([
        409,
        'The learner has declined to meet about this request. You can still pay for the course without a meeting.',
      ]);
    }
    const { body } = await callApi(product.url, getSponsorship, at(), sponsor.token);
    expect(body.data.meeting).toBeNull();
  });
});

describe('a reply', () => {
  it('is allowed only to the learner of the request', async () => {
    await meet(first);
    expect((await reply({ answer: 'decline' }, stranger)).said).toEqual([404, 'There is no such meeting.']);
    expect((await reply({ answer: 'decline' }, sponsor)).said[0]).toBe(403);
  });

  it('is rejected once the meeting was cancelled or is over', async () => {
    await meet(first);
    await end();
    expect((await reply({ answer: 'decline' })).said).toEqual([409, 'This meeting is already over.']);
    await changeTo(second);
    await callApi(product.url, arrangeMeeting, { ...at(), body: { startsAt: second } }, sponsor.token);
    await callApi(product.url, cancelMeeting, at(), sponsor.token);
    expect((await reply({ answer: 'propose', startsAt: third })).said).toEqual([
      409,
      'This meeting was cancelled.',
    ]);
  });
});

describe('the sponsor’s dashboard', () => {
  it('lists upcoming meetings first, then past and cancelled ones', async () => {
    await meet(third);
    await callApi(product.url, reportTimeZone, { body: { timeZone: 'Africa/Nairobi' } }, learner.token);
    const later = requestId;
    requestId = await fileRequest(product.url, learner);
    await meet(first);
    const sooner = requestId;
    requestId = await fileRequest(product.url, learner);
    await meet(second);
    await end();
    const past = requestId;
    requestId = await fileRequest(product.url, learner);
    await meet(second);
    await callApi(product.url, cancelMeeting, at(), sponsor.token);
    const meetings = await sponsored();
    expect(meetings.map((meeting) => meeting.requestId)).toEqual([sooner, later, past, requestId]);
    expect(meetings[0]).toMatchObject({
      courseTitle: 'Machine Learning',
      canPay: true,
      learner: { fullName: 'Ada Obi', email: learner.email, timeZone: 'Africa/Nairobi' },
    });
    expect(meetings[3]).toMatchObject({ status: 'cancelled', roomUrl: null, learner: { email: null } });
  });
});
