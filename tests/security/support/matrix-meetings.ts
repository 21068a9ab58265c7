import { arrangeMeeting } from '#contracts/sponsorships.ts';
import { callApi } from '#tests/support/api-client.ts';
import type { Situation } from './matrix.ts';
import type { World } from './world.ts';

/** Has SP arrange a meeting about a new request. Answers the request's id. */
async function newMeeting({ newRequest, people, product }: World): Promise<string> {
  const id = await newRequest();
  await callApi(product.url, arrangeMeeting, { params: { id }, body: {} }, people.SP.token);
  return id;
}

const onlySponsors = { A: 401, LO: 403, L2: 403, S: 404, OP: 403 };

/** Who may change and cancel which meeting, and see where a sponsorship stands. */
export const meetingsMatrix: Record<string, Situation[]> = {
  'PUT /course/meet/:id': [
    {
      about: 'a meeting of SP',
      send: async (world) => ({
        path: `/course/meet/${await newMeeting(world)}`,
        json: { startsAt: new Date(Date.now() + 86_400_000).toISOString() },
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
