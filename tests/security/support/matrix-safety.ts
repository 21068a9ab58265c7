import { allCallers } from './expected-statuses.ts';
import type { Situation } from './matrix.ts';
import type { World } from './world.ts';

async function rejectedRequest({ newRequest, product }: World): Promise<string> {
  const id = await newRequest();
  await product.db.query(`UPDATE requests SET holds = '{rejected}' WHERE id = $1`, [id]);
  await product.db.query(
    `INSERT INTO request_decisions (request_id, decision, reason) VALUES ($1, 'rejected', 'The link is broken.')`,
    [id],
  );
  return id;
}

/** Who may report and appeal. */
export const safetyMatrix: Record<string, Situation[]> = {
  'GET /appeal': [
    {
      about: 'a request that was not rejected',
      send: ({ secret }) => ({ path: `/appeal?request=${secret}` }),
      expected: { ...allCallers(404), A: 401 },
    },
    {
      about: 'a made-up link',
      send: () => ({ path: '/appeal?token=made.up.token' }),
      expected: allCallers(422),
    },
    {
      about: 'a rejected request',
      send: async (world) => ({ path: `/appeal?request=${await rejectedRequest(world)}` }),
      expected: { ...allCallers(404), A: 401, LO: 200 },
    },
  ],
  'POST /appeal': [
    {
      about: 'a rejected request',
      send: async (world) => ({
        path: '/appeal',
        json: { request: await rejectedRequest(world), text: 'The course is real.' },
      }),
      expected: { ...allCallers(404), A: 401, LO: 201 },
    },
    {
      about: 'a made-up link',
      send: () => ({ path: '/appeal', json: { token: 'made.up.token', text: 'I did nothing.' } }),
      expected: allCallers(422),
    },
  ],
  'POST /report': [
    {
      about: 'a public request',
      send: async ({ newRequest }) => ({
        path: '/report',
        json: { about: 'request', id: await newRequest(), reason: 'wrong' },
      }),
      expected: { ...allCallers(201), LO: 404 },
    },
    {
      about: 'a private request of strangers',
      send: ({ secret }) => ({ path: '/report', json: { about: 'learner', id: secret, reason: 'wrong' } }),
      expected: allCallers(404),
    },
  ],
};
