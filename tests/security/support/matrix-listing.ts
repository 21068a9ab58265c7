import { drawDay, startDraw } from '#contracts/funding/draws.ts';
import { createPledge } from '#contracts/funding/pledge-form.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { sponsors } from './expected-statuses.ts';
import type { Situation } from './matrix.ts';
import type { World } from './world.ts';

const nonce = 'ab'.repeat(32);
const pledge = { amount: 100, currency: 'USD', targetGroup: 'Nurses in Kenya', note: 'Soon' } as const;

async function newDraw({ product, people }: World, hasDay = false): Promise<string> {
  const { token } = people.SP;
  const { body } = await callApi(product.url, startDraw, {}, token);
  const { _id: id } = body.data;
  if (hasDay) await callApi(product.url, drawDay, { params: { id }, body: { nonce } }, token);
  return id;
}

async function newPledge({ product, people }: World): Promise<string> {
  const { body } = await callApi(product.url, createPledge, { body: pledge }, people.SP.token);
  return body.data._id;
}

/** Who may look for a learner: the listing's calls beside the list itself. */
export const listingMatrix: Record<string, Situation[]> = {
  'GET /course/requests/:id': [
    {
      about: 'an open request',
      send: async ({ newRequest }) => ({ path: `/course/requests/${await newRequest()}` }),
      expected: sponsors(200),
    },
    {
      about: 'a private request',
      send: ({ secret }) => ({ path: `/course/requests/${secret}` }),
      expected: sponsors(404),
    },
    {
      about: 'a request that SP has paid',
      send: ({ paid }) => ({ path: `/course/requests/${paid.requestId}` }),
      expected: { ...sponsors(404), SP: 200 },
    },
  ],
  'POST /sponsorship/draws': [
    { about: 'as it is', send: () => ({ path: '/sponsorship/draws' }), expected: sponsors(201) },
  ],
  'POST /sponsorship/draws/:id/day': [
    {
      about: 'a draw of SP',
      send: async (world) => ({
        path: `/sponsorship/draws/${await newDraw(world)}/day`,
        json: { nonce },
      }),
      expected: { ...sponsors(404), SP: 200 },
    },
  ],
  'POST /sponsorship/draws/:id/reveal': [
    {
      about: 'a draw of SP',
      send: async (world) => ({
        path: `/sponsorship/draws/${await newDraw(world, true)}/reveal`,
        json: { nonce },
      }),
      expected: { ...sponsors(404), SP: 200 },
    },
    {
      about: 'a draw of SP that has not drawn its day',
      send: async (world) => ({
        path: `/sponsorship/draws/${await newDraw(world)}/reveal`,
        json: { nonce },
      }),
      expected: { ...sponsors(404), SP: 409 },
    },
  ],
  'POST /sponsorship/group': [
    {
      about: 'a pledge',
      send: () => ({ path: '/sponsorship/group', json: pledge }),
      expected: sponsors(201),
    },
  ],
  'GET /sponsorship/group': [
    { about: 'the caller’s', send: () => ({ path: '/sponsorship/group' }), expected: sponsors(200) },
  ],
  'DELETE /sponsorship/group/:id': [
    {
      about: 'a pledge of SP',
      send: async (world) => ({ path: `/sponsorship/group/${await newPledge(world)}` }),
      expected: { ...sponsors(404), SP: 200 },
    },
  ],
};
