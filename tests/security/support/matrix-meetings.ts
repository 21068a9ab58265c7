import { dayMs } from '#contracts/durations.ts';
import { arrangeMeeting } from '#contracts/funding/sponsorships.ts';
import { addressHash } from '#services/accounts/preferences/mail-topics.ts';
import { links } from '#services/platform/tokens/links.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { allCallers } from './expected-statuses.ts';
import type { Situation } from './matrix.ts';
import type { World } from './world.ts';

/** Has SP arrange a meeting about a new request. Returns the request's id. */
async function newMeeting({ newRequest, people, product }: World): Promise<string> {
  const id = await newRequest();
  await callApi(product.url, arrangeMeeting, { params: { id }, body: {} }, people.SP.token);
  return id;
}

const onlySponsors = { A: 401, LO: 403, L2: 403, S: 404 };

const startsAt = new Date(Date.now() + 2 * dayMs).toISOString();

/** The id of a meeting that SP arranged about a new request of LO. */
async function newMeetingId(world: World): Promise<string> {
  const requestId = await newMeeting(world);
  const [meeting] = await world.product.db.query('SELECT id FROM meetings WHERE request_id = $1', [
    requestId,
  ]);
  return meeting.id;
}

/** A request with a meeting of SP for which the learner proposed {@link startsAt}. */
async function newCounterProposal(world: World): Promise<string> {
  const requestId = await newMeeting(world);
  await world.product.db.query(
    "UPDATE meetings SET status = 'counter_proposed', proposed_starts_at = $2 WHERE request_id = $1",
    [requestId, startsAt],
  );
  return requestId;
}

function linkOf(meetingId: string, { product, people }: World): Promise<string> {
  return links.meeting.sign({ sub: meetingId, to: addressHash(people.LO.email) }, product.config);
}

const meetLink = { url: 'https://meet.google.com/abc-defg-hij' };

/** Who may change, cancel and reply to which meeting, and see where a sponsorship stands. */
export const meetingsMatrix: Record<string, Situation[]> = {
  'PUT /course/meet/:id': [
    {
      about: 'a meeting of SP',
      send: async (world) => ({
        path: `/course/meet/${await newMeeting(world)}`,
        json: { startsAt: new Date(Date.now() + dayMs).toISOString() },
      }),
      expected: { ...onlySponsors, SP: 200 },
    },
    {
      about: 'a request without a meeting',
      send: ({ paid }) => ({ path: `/course/meet/${paid.requestId}`, json: { note: 'Hello' } }),
      expected: { ...onlySponsors, SP: 404 },
    },
  ],
  'DELETE /course/meet/:id': [
    {
      about: 'a meeting of SP',
      send: async (world) => ({ path: `/course/meet/${await newMeeting(world)}` }),
      expected: { ...onlySponsors, SP: 200 },
    },
    {
      about: 'a request without a meeting',
      send: ({ paid }) => ({ path: `/course/meet/${paid.requestId}` }),
      expected: { ...onlySponsors, SP: 404 },
    },
  ],
  'POST /course/meet/:id/accept': [
    {
      about: 'a proposal to SP',
      send: async (world) => ({
        path: `/course/meet/${await newCounterProposal(world)}/accept`,
        json: { startsAt },
      }),
      expected: { ...onlySponsors, SP: 200 },
    },
    {
      about: 'a meeting without a proposal',
      send: async (world) => ({ path: `/course/meet/${await newMeeting(world)}/accept`, json: { startsAt } }),
      expected: { ...onlySponsors, SP: 409 },
    },
  ],
  'POST /meeting/:id/reply': [
    {
      about: 'a meeting of LO',
      send: async (world) => ({
        path: `/meeting/${await newMeetingId(world)}/reply`,
        json: { answer: 'propose', startsAt },
      }),
      expected: { A: 401, LO: 200, L2: 404, S: 403, SP: 403 },
    },
    {
      about: 'a meeting that is not there',
      send: () => ({ path: `/meeting/${crypto.randomUUID()}/reply`, json: { answer: 'decline' } }),
      expected: { A: 401, LO: 404, L2: 404, S: 403, SP: 403 },
    },
  ],
  'GET /meeting/:id/room': [
    {
      about: 'a meeting of LO and SP without a time',
      send: async (world) => ({ path: `/meeting/${await newMeetingId(world)}/room` }),
      expected: { A: 401, LO: 409, L2: 404, S: 404, SP: 409 },
    },
    {
      about: 'a meeting of LO and SP that is about to begin',
      send: async (world) => {
        const id = await newMeetingId(world);
        await world.product.db.query(
          `UPDATE meetings SET status = 'accepted', starts_at = now() + interval '1 minute',
             ends_at = now() + interval '31 minutes' WHERE id = $1`,
          [id],
        );
        return { path: `/meeting/${id}/room` };
      },
      expected: { A: 401, LO: 200, L2: 404, S: 404, SP: 200 },
    },
  ],
  'PUT /meeting/:id/room': [
    {
      about: 'a meeting of LO and SP without a time',
      send: async (world) => ({ path: `/meeting/${await newMeetingId(world)}/room`, json: meetLink }),
      expected: { A: 401, LO: 409, L2: 404, S: 404, SP: 409 },
    },
  ],
  'POST /meeting/:id/room': [
    {
      about: 'a meeting of LO and SP without a time',
      send: async (world) => ({
        path: `/meeting/${await newMeetingId(world)}/room`,
        json: { ...meetLink, isAccepted: true },
      }),
      expected: { A: 401, LO: 409, L2: 404, S: 404, SP: 409 },
    },
  ],
  'GET /meeting/link': [
    {
      about: 'a made-up link',
      send: () => ({ path: '/meeting/link?token=x' }),
      expected: allCallers(422),
    },
    {
      about: 'the link of LO’s mail',
      send: async (world) => ({
        path: `/meeting/link?token=${await linkOf(await newMeetingId(world), world)}`,
      }),
      expected: allCallers(200),
    },
  ],
  'POST /meeting/link': [
    {
      about: 'a made-up link',
      send: ({ people }) => ({
        path: '/meeting/link',
        json: { token: people.LO.token, answer: 'decline' },
      }),
      expected: allCallers(422),
    },
    {
      about: 'the link of LO’s mail',
      send: async (world) => ({
        path: '/meeting/link',
        json: { token: await linkOf(await newMeetingId(world), world), answer: 'decline' },
      }),
      expected: allCallers(200),
    },
  ],
  'GET /refund/link': [
    {
      about: 'a made-up link',
      send: ({ people }) => ({ path: `/refund/link?token=${people.SP.token}` }),
      expected: allCallers(422),
    },
  ],
  'POST /refund/link': [
    {
      about: 'a made-up link',
      send: ({ people }) => ({
        path: '/refund/link',
        json: { token: people.SP.token, bankId: '1', accountNumber: '0123456789' },
      }),
      expected: allCallers(422),
    },
  ],
  'GET /course/sponsorship/:id': [
    {
      about: 'a request that SP has paid',
      send: ({ paid }) => ({ path: `/course/sponsorship/${paid.requestId}` }),
      expected: { ...onlySponsors, S: 200, SP: 200 },
    },
    {
      about: 'a private request',
      send: ({ secret }) => ({ path: `/course/sponsorship/${secret}` }),
      expected: { ...onlySponsors, SP: 404 },
    },
    {
      about: 'a meeting of SP',
      send: async (world) => ({ path: `/course/sponsorship/${await newMeeting(world)}` }),
      expected: { ...onlySponsors, S: 200, SP: 200 },
    },
  ],
};
