import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getDashboard } from '#contracts/dashboard/dashboard.ts';
import { dayMs } from '#contracts/durations.ts';
import {
  acceptMeetingProposal,
  arrangeMeeting,
  cancelMeeting,
  changeMeeting,
  getSponsorship,
  notifyMeeting,
} from '#contracts/funding/sponsorships.ts';
import { initiatePayment } from '#contracts/payments/payments.ts';
import { revokeInvitation } from '#contracts/requests/invitations.ts';
import { getRequest, listRequests } from '#contracts/requests/listing.ts';
import { editRequest } from '#contracts/requests/requests.ts';
import { submitReport } from '#contracts/safety/reports.ts';
import { meetingMailTo } from '#tests/funding/meeting-mails.ts';
import { confirmEmail, idOf } from '#tests/security/support/accounts.ts';
import { readInvitation } from '#tests/support/mails/invitations.ts';
import { fileRequest, join, mailsTo, requestBody, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let learner: SignedIn;
beforeAll(async () => {
  product = await startTestProduct();
  await product.startWorkers();
  learner = await join(product.url, 'learner');
});
afterAll(() => product?.close());

const tomorrow = new Date(Date.now() + dayMs).toISOString();

/** Inserts an open meeting of which both sides were notified. */
async function meet(sponsor: SignedIn, id: string): Promise<void> {
  await product.db.query(
    `INSERT INTO meetings (request_id, sponsor_id, status, starts_at, ends_at, room_url, notified_revision)
     SELECT $1, id, 'proposed', now() + interval '1 day', now() + interval '1 day 30 min', 'https://meet.example/r', 0
     FROM users WHERE email = $2`,
    [id, sponsor.email],
  );
}

async function pay(sponsor: SignedIn, id: string, status: string): Promise<void> {
  await product.db.query(
    `WITH mine AS (INSERT INTO sponsorships (request_id, sponsor_id, is_anonymous)
       SELECT $1, id, false FROM users WHERE email = $2 RETURNING id, sponsor_id)
     INSERT INTO payments (reference, request_id, sponsorship_id, payer_id, price_minor, fee_minor, amount_minor,
       currency, terms, status)
     SELECT 'pay-' || gen_random_uuid(), $1, id, sponsor_id, 2000000, 1800, 2001800, 'NGN', 0, $3 FROM mine`,
    [id, sponsor.email, status],
  );
}

/** Every call that shows a request or acts on it for a sponsor: whether the request exists for this sponsor. */
const doors: Record<string, (who: SignedIn, id: string) => Promise<boolean>> = {
  'the list': async ({ token }) => {
    const { body } = await callApi(product.url, listRequests, { query: { limit: 50 } }, token);
    return body.data.length > 0;
  },
  'the request': (who, id) => reaches(getRequest, { params: { id } }, who),
  'the sponsorship': (who, id) => reaches(getSponsorship, { params: { id } }, who),
  'the learner’s address on the dashboard': async ({ token }) => {
    const { body } = await callApi(product.url, getDashboard, {}, token);
    return JSON.stringify(body).includes(learner.email);
  },
  'a report': (who, id) => reaches(submitReport, { body: { about: 'request', id, reason: 'other' } }, who),
  'arranging a meeting': (who, id) => reaches(arrangeMeeting, { params: { id }, body: {} }, who),
  'notifying of a meeting': (who, id) => reaches(notifyMeeting, { body: { requestId: id } }, who),
  'changing a meeting': (who, id) =>
    reaches(changeMeeting, { params: { id }, body: { note: 'Shall we?' } }, who),
  'accepting a proposal': (who, id) =>
    reaches(acceptMeetingProposal, { params: { id }, body: { startsAt: tomorrow } }, who),
  'starting a payment': (who, id) =>
    reaches(initiatePayment, { body: { requestID: id, amount: 1, currency: 'NGN' } }, who),
  'cancelling a meeting': (who, id) => reaches(cancelMeeting, { params: { id } }, who),
};

async function reaches(
  contract: Parameters<typeof callApi>[1],
  sent: Parameters<typeof callApi>[2],
  { token }: SignedIn,
): Promise<boolean> {
  return (await callApi(product.url, contract, sent, token)).status !== 404;
}

/** Prepares a sponsor's relation to a request. */
const relations = {
  'not invited': async () => {},
  invited: async (who: SignedIn, id: string) => {
    await confirmEmail(product, who);
    await invite(who, id);
  },
  'invited at an address that is not confirmed': async (who: SignedIn, id: string) => {
    await product.db.query('UPDATE users SET email_verified_at = NULL WHERE email = $1', [who.email]);
    await invite(who, id);
  },
  'invited before, and revoked': async (who: SignedIn, id: string) => {
    await confirmEmail(product, who);
    await invite(who, id);
    await product.db.query('DELETE FROM request_recipients WHERE request_id = $1 AND email = $2', [
      id,
      who.email,
    ]);
  },
  paying: (who: SignedIn, id: string) => pay(who, id, 'pending'),
  'with an abandoned payment': (who: SignedIn, id: string) => pay(who, id, 'abandoned'),
} satisfies Record<string, (who: SignedIn, id: string) => Promise<void>>;

async function invite({ email }: SignedIn, id: string): Promise<void> {
  await product.db.query('INSERT INTO request_recipients (request_id, email) VALUES ($1, $2)', [id, email]);
}

const kinds = {
  private: `is_private = true, is_public = false`,
  public: `is_private = false, is_public = true`,
  'public but held': `is_private = false, is_public = true, holds = ARRAY['review']`,
};

describe('a request is the same to a sponsor in every call', () => {
  it.each<[keyof typeof relations, boolean[]]>([
    ['not invited', [false, true, false]],
    ['invited', [true, true, false]],
    ['invited at an address that is not confirmed', [false, true, false]],
    ['invited before, and revoked', [false, true, false]],
    ['paying', [true, true, true]],
    ['with an abandoned payment', [false, true, false]],
  ])('for a sponsor who is %s', async (relation, expected) => {
    const sponsor = await join(product.url, 'sponsor');
    for (const [place, kind] of (['private', 'public', 'public but held'] as const).entries()) {
      const id = await fileRequest(product.url, learner);
      await product.db.query(`UPDATE requests SET ${kinds[kind]} WHERE id = $1`, [id]);
      await relations[relation](sponsor, id);
      await meet(sponsor, id);
      for (const [door, isOpenTo] of Object.entries(doors)) {
        // Held requests are in no list; who pays for one follows it on the dashboard.
        const isListed = door !== 'the list' || kind !== 'public but held';
        expect([kind, door, await isOpenTo(sponsor, id)]).toEqual([kind, door, expected[place] && isListed]);
      }
      await product.db.query(`DELETE FROM open_requests WHERE id = $1`, [id]);
      await product.db.query(`DELETE FROM meetings WHERE request_id = $1`, [id]);
    }
  });
});

describe('a sponsor who loses access', () => {
  it.each(['revoked', 'edited'])('loses the meeting too, and both are notified (%s)', async (how) => {
    const sponsor = await join(product.url, 'sponsor');
    const other = await join(product.url, 'sponsor');
    for (const who of [sponsor, other]) await confirmEmail(product, who);
    const recipientEmails = [sponsor.email, other.email];
    const id = await fileRequest(product.url, learner, { isPrivate: true, isPublic: false, recipientEmails });
    for (const who of [sponsor, other]) await meet(who, id);
    if (how === 'revoked') {
      const [invitation] = (await product.db.query(
        'SELECT id FROM request_recipients WHERE request_id = $1 AND email = $2',
        [id, sponsor.email],
      )) as { id: string }[];
      const params = { id, invitationId: invitation?.id ?? '' };
      const revoked = await callApi(product.url, revokeInvitation, { params }, learner.token);
      expect(revoked.status).toBe(200);
    } else {
      const { account: _, ...body } = requestBody({
        isPrivate: true,
        isPublic: false,
        recipientEmails: [other.email],
        delivery: 'enrolment-code',
      });
      const edited = await callApi(product.url, editRequest, { params: { id }, body }, learner.token);
      expect(edited.status).toBe(200);
    }
    const standing = (await product.db.query(
      'SELECT sponsor_id AS "sponsorId" FROM meetings WHERE request_id = $1 AND cancelled_at IS NULL',
      [id],
    )) as { sponsorId: string }[];
    expect(standing).toEqual([{ sponsorId: await idOf(product, other) }]);
    const mail = await meetingMailTo(product, sponsor, 'Cancelled');
    expect(mail.text).not.toContain('You can still pay');
    expect(JSON.stringify([mail, readInvitation(mail)])).not.toContain(learner.email);
    await meetingMailTo(product, learner, 'Cancelled');
    expect(await mailsTo(product.sandbox.httpUrl, other.email)).not.toContainEqual(
      expect.objectContaining({ subject: expect.stringContaining('Cancelled') }),
    );
  });
});
