import { requestBody } from '#tests/support/people/people.ts';
import { allCallers, signedIn } from './expected-statuses.ts';
import type { Situation } from './matrix.ts';
import type { World } from './world.ts';

/** The learner who owns it gets this; to other learners it is not there, and it is no other role's. */
const owner = (status: number) => ({ A: 401, LO: status, L2: 404, S: 403, SP: 403 });

const link = { token: 'made.up.token' };

async function invitationOf({ product }: World, requestId: string): Promise<string> {
  const [row] = await product.db.query('SELECT id FROM request_recipients WHERE request_id = $1', [
    requestId,
  ]);
  return `/course/request/${requestId}/invitations/${row.id}`;
}

/** Who may do what with a request that is filed, and with the mails about it. */
export const requestsMatrix: Record<string, Situation[]> = {
  'GET /course/request/:id/invitations': [
    {
      about: 'a private request',
      send: ({ secret }) => ({ path: `/course/request/${secret}/invitations` }),
      expected: owner(200),
    },
  ],
  'POST /course/request/:id/invitations/:invitationId/resend': [
    {
      about: 'an invitation that waits for the learner’s own address',
      send: async (world) => ({ path: `${await invitationOf(world, world.secret)}/resend` }),
      expected: owner(409),
    },
  ],
  'DELETE /course/request/:id/invitations/:invitationId': [
    {
      about: 'the only one of a private request',
      send: async (world) => ({ path: await invitationOf(world, world.secret) }),
      expected: owner(409),
    },
    {
      about: 'one of a request that is public, too',
      send: async (world) => ({ path: await invitationOf(world, await world.newRequest()) }),
      expected: owner(200),
    },
  ],
  'GET /course/request/:id': [
    {
      about: 'a private request',
      send: ({ secret }) => ({ path: `/course/request/${secret}` }),
      expected: owner(200),
    },
  ],
  'PUT /course/request/:id': [
    {
      about: 'an open request',
      send: async ({ newRequest }) => ({
        path: `/course/request/${await newRequest()}`,
        json: requestBody(),
      }),
      expected: owner(200),
    },
    {
      about: 'a request that is being paid',
      send: async ({ newPending }) => ({
        path: `/course/request/${(await newPending()).requestId}`,
        json: requestBody(),
      }),
      expected: owner(200),
    },
    {
      about: 'a paid request',
      send: ({ paid }) => ({ path: `/course/request/${paid.requestId}`, json: requestBody() }),
      expected: owner(409),
    },
  ],
  'DELETE /course/request/:id': [
    {
      about: 'an open request',
      send: async ({ newRequest }) => ({ path: `/course/request/${await newRequest()}` }),
      expected: owner(200),
    },
    {
      about: 'a paid request',
      send: ({ paid }) => ({ path: `/course/request/${paid.requestId}` }),
      expected: owner(409),
    },
  ],
  'GET /user/me/mail': [
    { about: 'the caller’s', send: () => ({ path: '/user/me/mail' }), expected: signedIn(200) },
  ],
  'PUT /user/me/privacy': [
    {
      about: 'the caller’s address',
      send: () => ({ path: '/user/me/privacy', json: { hidesEmail: false } }),
      expected: { A: 401, LO: 200, L2: 200, S: 403, SP: 403 },
    },
  ],
  'PUT /user/me/time-zone': [
    {
      about: 'the caller’s browser',
      send: () => ({ path: '/user/me/time-zone', json: { timeZone: 'Africa/Lagos' } }),
      expected: signedIn(200),
    },
  ],
  'PUT /user/me/mail': [
    {
      about: 'meetings',
      send: () => ({ path: '/user/me/mail', json: { topic: 'meeting', isOn: true } }),
      expected: signedIn(200),
    },
  ],
  'GET /mail/topic': [
    {
      about: 'a made-up link',
      send: () => ({ path: `/mail/topic?token=${link.token}` }),
      expected: allCallers(422),
    },
  ],
  'POST /mail/topic': [
    {
      about: 'a made-up link',
      send: () => ({ path: '/mail/topic', json: { ...link, isOn: false } }),
      expected: allCallers(422),
    },
    {
      about: 'a token of a session',
      send: ({ people }) => ({ path: '/mail/topic', json: { token: people.LO.token, isOn: false } }),
      expected: allCallers(422),
    },
  ],
  'GET /mail/one-click': [
    {
      about: 'a made-up link',
      send: () => ({ path: `/mail/one-click?token=${link.token}` }),
      expected: allCallers(303),
    },
  ],
  'POST /mail/one-click': [
    {
      about: 'a made-up link',
      send: () => ({ path: `/mail/one-click?token=${link.token}` }),
      expected: allCallers(422),
    },
  ],
};
