import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { reportTimeZone } from '#contracts/accounts/profile.ts';
import { dayMs, minuteMs } from '#contracts/durations.ts';
import {
  arrangeMeeting,
  cancelMeeting,
  changeMeeting,
  getSponsorship,
  notifyMeeting,
} from '#contracts/funding/sponsorships.ts';
import { timeInZone } from '#contracts/meetings/meeting-time.ts';
import { listRequests } from '#contracts/requests/listing.ts';
import { withdrawRequest } from '#contracts/requests/requests.ts';
import { confirmEmail } from '#tests/security/support/accounts.ts';
import { readInvitation } from '#tests/support/mails/invitations.ts';
import { fileRequest, join, mailsTo, type SignedIn, startPayment } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { patient } from '#tests/support/soon.ts';

let product: TestProduct;
let learner: SignedIn;
let sponsor: SignedIn;
let rival: SignedIn;
let requestId: string;
beforeAll(async () => {
  product = await startTestProduct();
  await product.startWorkers();
  rival = await join(product.url, 'sponsor');
});
beforeEach(async () => {
  learner = await join(product.url, 'learner');
  // A note is sent to confirmed addresses only.
  await confirmEmail(product, learner);
  sponsor = await join(product.url, 'sponsor');
  requestId = await fileRequest(product.url, learner);
});
afterAll(() => product?.close());

const tomorrow = new Date(Math.ceil(Date.now() / minuteMs) * minuteMs + dayMs).toISOString();
const later = new Date(Date.parse(tomorrow) + dayMs).toISOString();
const noMeeting = [404, 'There is no such meeting.'];
const isOver = [409, 'This meeting is already over.'];

const at = () => ({ params: { id: requestId } });

async function meet({ isTold = true } = {}): Promise<void> {
  await callApi(product.url, arrangeMeeting, { ...at(), body: { startsAt: tomorrow } }, sponsor.token);
  if (isTold) await callApi(product.url, notifyMeeting, { body: { requestId } }, sponsor.token);
}

async function change(body: { startsAt?: string; note?: string }, who = sponsor) {
  const answer = await callApi(product.url, changeMeeting, { ...at(), body }, who.token);
  return { said: [answer.status, answer.body.message], data: answer.body.data };
}

async function cancel(who = sponsor) {
  const { status, body } = await callApi(product.url, cancelMeeting, at(), who.token);
  return [status, body.message];
}

async function standing(who = sponsor) {
  const { body } = await callApi(product.url, getSponsorship, at(), who.token);
  return body.data;
}

async function end(): Promise<void> {
  await product.db.query(
    `UPDATE meetings SET starts_at = now() - interval '2 h', ends_at = now() - interval '1 h' WHERE request_id = $1`,
    [requestId],
  );
}

/** Returns the invitations sent to an address, oldest first, once there are the given number. */
function invitationsTo({ email }: SignedIn, count: number) {
  return vi.waitFor(async () => {
    const mails = (await mailsTo(product.sandbox.httpUrl, email)).flatMap(
      (mail) => readInvitation(mail) ?? [],
    );
    expect(mails).toHaveLength(count);
    return mails.sort((first, other) => first.sequence - other.sequence);
  }, patient);
}

describe('the invitation', () => {
  it('contains participants, time and room, and keeps its UID while SEQUENCE rises up to the cancellation', async () => {
    await meet();
    const first = await invitationsTo(learner, 1);
    expect((await change({ startsAt: later, note: 'Bring questions' })).said).toEqual([
      200,
      'The new invitation is on its way to both of you.',
    ]);
    await invitationsTo(learner, 2);
    expect(await cancel()).toEqual([200, 'The meeting is cancelled. We tell both of you by e-mail.']);
    for (const who of [learner, sponsor]) {
      const all = await invitationsTo(who, 3);
      expect(all.map(({ method, status, sequence }) => [method, status, sequence])).toEqual([
        ['REQUEST', 'CONFIRMED', 0],
        ['REQUEST', 'CONFIRMED', 1],
        ['CANCEL', 'CANCELLED', 2],
      ]);
      expect(new Set(all.map(({ uid }) => uid))).toEqual(new Set([first[0]?.uid]));
      expect(all.map(({ startsAt }) => startsAt)).toEqual([tomorrow, later, later]);
      for (const invitation of all) {
        expect(invitation.minutes).toBe(30);
        expect(invitation.timeZone).toBe('UTC');
        // Calendars send the learner's reply to the organizer.
        expect(invitation.organizer.toLowerCase()).toBe(`mailto:${sponsor.email}`);
        expect(invitation.attendees.sort()).toEqual(
          [`mailto:${learner.email}`, `mailto:${sponsor.email}`].sort(),
        );
      }
      expect(all[1]?.description).toContain('Bring questions');
      expect(all[0]?.location).toMatch(/^https:\/\/meet\./);
    }
  });

  it('shows each the time of their browser’s zone, and the other’s beside it', async () => {
    const zones = new Map([
      [sponsor, 'Asia/Tokyo'],
      [learner, 'Africa/Nairobi'],
    ]);
    for (const [{ token }, timeZone] of zones)
      await callApi(product.url, reportTimeZone, { body: { timeZone } }, token);
    await meet();
    await invitationsTo(sponsor, 1);
    await invitationsTo(learner, 1);
    const textTo = async ({ email }: SignedIn) =>
      (await mailsTo(product.sandbox.httpUrl, email)).find(({ subject }) => subject.startsWith('Meeting'))
        ?.text ?? '';
    const [japan, kenya] = [timeInZone(tomorrow, 'Asia/Tokyo'), timeInZone(tomorrow, 'Africa/Nairobi')];
    const literal = (text: string) => text.replaceAll(/[()]/g, '\\$&');
    const plain = async (who: SignedIn) => (await textTo(who)).replace(/\s+/g, ' ');
    expect(await plain(sponsor)).toMatch(
      new RegExp(`When:? ${literal(japan)}.*For Test:? ${literal(kenya)}`),
    );
    expect(await plain(learner)).toMatch(
      new RegExp(`When:? ${literal(kenya)}.*For Test:? ${literal(japan)}`),
    );
    expect(await plain(sponsor)).not.toContain('UTC');
  });
});

describe('changing a meeting', () => {
  it('is allowed only to the sponsor who arranged it', async () => {
    expect((await change({ startsAt: later })).said).toEqual(noMeeting);
    await meet();
    expect((await change({ startsAt: later }, rival)).said).toEqual(noMeeting);
    expect((await change({ startsAt: later }, learner)).said[0]).toBe(403);
    expect((await standing()).meeting?.startsAt).toBe(tomorrow);
  });

  it('sends nothing without a change, and one invitation for each change', async () => {
    await meet();
    await invitationsTo(learner, 1);
    await invitationsTo(sponsor, 1);
    expect((await change({ startsAt: tomorrow })).said).toEqual([200, 'Nothing has changed.']);
    await Promise.all([1, 2, 3].map((_) => change({ startsAt: later })));
    expect((await invitationsTo(learner, 2)).map(({ sequence }) => sequence)).toEqual([0, 1]);
    await invitationsTo(sponsor, 2);
    const { data } = await change({ note: 'About maths' });
    expect(data).toMatchObject({ startsAt: later, note: 'About maths', isTold: true });
    await invitationsTo(sponsor, 3);
    expect((await change({ note: '' })).data.note).toBeNull();
    expect((await invitationsTo(sponsor, 4)).map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3]);
  });

  it('rejects a time in the past, and a meeting that is over', async () => {
    await meet();
    expect((await change({ startsAt: '2020-01-01T00:00:00Z' })).said[0]).toBe(422);
    await end();
    expect((await change({ startsAt: later })).said).toEqual(isOver);
    expect(await cancel()).toEqual(isOver);
  });

  it('sends the first invitation when none was sent before', async () => {
    await meet({ isTold: false });
    expect((await standing()).meeting?.isTold).toBe(false);
    await change({ startsAt: later });
    expect(await invitationsTo(learner, 1)).toMatchObject([{ sequence: 0, startsAt: later }]);
  });
});

describe('cancelling a meeting', () => {
  it('hides the learner’s e-mail again, and allows a new meeting', async () => {
    await meet();
    const [first] = await invitationsTo(learner, 1);
    expect(await cancel(rival)).toEqual(noMeeting);
    await cancel();
    expect(await cancel()).toEqual(noMeeting);
    expect((await standing()).meeting).toBeNull();
    const { body } = await callApi(product.url, listRequests, { query: { limit: 50 } }, sponsor.token);
    expect(body.data.find(({ _id }) => _id === requestId)?.learner.userId).not.toHaveProperty('email');
    await meet();
    const all = await invitationsTo(learner, 3);
    expect(new Set(all.map(({ uid }) => uid)).size).toBe(2);
    expect(all.filter(({ method, uid }) => method === 'REQUEST' && uid !== first?.uid)).toHaveLength(1);
  });

  it('sends no cancellation when no invitation was sent', async () => {
    await meet({ isTold: false });
    await cancel();
    const notices = await product.db.query(
      `SELECT 1 FROM outbox o JOIN meetings m ON m.id::text = o.payload->>'meetingId'
       WHERE o.job = 'meetings.notify' AND m.request_id = $1`,
      [requestId],
    );
    expect(notices).toEqual([]);
  });

  it('cancels every meeting that is not over when the learner withdraws the request', async () => {
    await meet();
    await callApi(product.url, arrangeMeeting, { ...at(), body: { startsAt: later } }, rival.token);
    await callApi(product.url, notifyMeeting, { body: { requestId } }, rival.token);
    await invitationsTo(learner, 2);
    expect((await callApi(product.url, withdrawRequest, at(), learner.token)).status).toBe(200);
    const cancelled = (await invitationsTo(learner, 4)).filter(({ method }) => method === 'CANCEL');
    expect(cancelled).toHaveLength(2);
    expect((await invitationsTo(sponsor, 2)).map(({ method }) => method)).toEqual(['REQUEST', 'CANCEL']);
    expect((await change({ startsAt: later })).said).toEqual(noMeeting);
  });
});

describe('a meeting and staying anonymous', () => {
  it('exclude each other', async () => {
    await meet();
    const refused = await startPayment(product.url, sponsor, requestId, { isAnonymous: true });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'You are meeting this learner, who knows your name from the invitation. Please pay with your name, or cancel the meeting first.',
    ]);
    expect((await startPayment(product.url, rival, requestId, { isAnonymous: true })).status).toBe(200);
  });

  it('exclude each other after the meeting as well, and the message suggests nothing impossible', async () => {
    await meet();
    await end();
    const refused = await startPayment(product.url, sponsor, requestId, { isAnonymous: true });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'You have met this learner, who knows your name from the invitation. Please pay with your name.',
    ]);
    expect((await startPayment(product.url, sponsor, requestId)).status).toBe(200);
  });
});

describe('another meeting after the first is over', () => {
  it('has no time until one is chosen, then sends the invitation to both', async () => {
    await meet();
    await invitationsTo(learner, 1);
    await end();
    const { body } = await callApi(product.url, arrangeMeeting, { ...at(), body: {} }, sponsor.token);
    expect(body.data).toMatchObject({ status: 'awaiting_time', startsAt: null, endsAt: null });
    await callApi(product.url, notifyMeeting, { body: { requestId } }, sponsor.token);
    expect((await change({ startsAt: later })).data).toMatchObject({ status: 'proposed', startsAt: later });
    const [, second] = await invitationsTo(learner, 2);
    expect([second?.startsAt, second?.sequence]).toEqual([later, 2]);
  });
});

describe('the state of a sponsorship', () => {
  it('returns the meeting, the reservation and the sponsor’s own payment', async () => {
    expect(await standing()).toEqual({
      requestId,
      learnerTimeZone: null,
      meeting: null,
      isAnonymous: null,
      rest: 'fund',
      reservation: null,
      payment: null,
    });
    const started = await startPayment(product.url, sponsor, requestId, { isAnonymous: true });
    const mine = await standing();
    expect(mine).toMatchObject({
      isAnonymous: true,
      reservation: { isMine: true },
      payment: { reference: started.body.data.data.reference, status: 'pending', isRefundDue: false },
    });
    expect(mine.reservation?.leftMs).toBeGreaterThan(34 * minuteMs);
    expect(mine.reservation?.leftMs).toBeLessThanOrEqual(35 * minuteMs);
    const theirs = await standing(rival);
    expect(theirs).toMatchObject({ payment: null, isAnonymous: null, reservation: { isMine: false } });
  });
});
