import assert from 'node:assert/strict';
import pg from 'pg';
import { submitRequest } from '#contracts/requests/requests.ts';
import { requestBody } from '#tests/support/people/people.ts';
import { atLeast } from '../core/limits.ts';
import type { Scenario } from '../core/scenario.ts';
import { interleave, ratiosOf, sideOf } from '../load/interleave.ts';
import { measureLoad, writeRequests } from '../load/wrk.ts';
import { startApiWithLearners } from '../processes/api-with-learners.ts';
import { startServer } from '../processes/start-server.ts';

const connections = 32;
const people = 200;

/** Goal 6: filing a request (validated, encrypted, with its outbox row) against a bare handler that
 * stores the same, both durable. */
export const fileRequest: Scenario = {
  name: 'file-request',
  goals: [
    {
      id: '6',
      what: 'POST /course/request ÷ Express + pg with the same guarantees, requests per second',
      limit: atLeast(0.5),
    },
  ],
  seconds: 50,
  needs: ['wrk'],
  async run(context) {
    const { api, learners, databaseUrl: url } = await startApiWithLearners(context, people);
    const floor = await startServer(context, 'tests/bench/floors/file-request.ts', { DATABASE_URL: url });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    context.defer(() => client.end());
    await assertDurable(client);
    const body = requestBody();
    const filing = (to: string) =>
      writeRequests(
        context,
        learners.map(({ token }) => ({
          method: 'POST' as const,
          path: to,
          headers: { authorization: `Bearer ${token}` },
          body,
        })),
      );
    const [ofProduct, ofFloor] = [await filing(`/api${submitRequest.path}`), await filing('/requests')];
    const load = { connections, seconds: context.seconds };
    const before = await countStored(client);
    const samples = await interleave(
      context,
      () => measureLoad(api.url, { ...load, requests: ofProduct }),
      () => measureLoad(floor.url, { ...load, requests: ofFloor }),
    );
    const after = await countStored(client);
    // A request that wrk did not wait for at the end of a round may be stored as well.
    const sent = [...samples.product, ...samples.floor].reduce((sum, { requests }) => sum + requests, 0);
    for (const what of ['requests', 'logins', 'outbox'] as const)
      assert.ok(
        after[what] - before[what] >= sent,
        `${what}: fewer rows were stored than requests succeeded`,
      );
    return [
      {
        goal: '6',
        values: ratiosOf(samples),
        sides: [
          sideOf('product', samples.product, api.rssMb()),
          sideOf('Express + pg', samples.floor, floor.rssMb()),
        ],
      },
    ];
  },
};

async function assertDurable(client: pg.Client): Promise<void> {
  for (const setting of ['fsync', 'synchronous_commit']) {
    const { rows } = await client.query<{ value: string }>('SELECT current_setting($1) AS value', [setting]);
    assert.equal(rows[0]?.value, 'on', setting);
  }
}

async function countStored(client: pg.Client) {
  const { rows } = await client.query<{ requests: number; logins: number; outbox: number }>(
    `SELECT (SELECT count(*)::int FROM requests) AS requests,
       (SELECT count(*)::int FROM platform_logins) AS logins,
       (SELECT count(*)::int FROM outbox WHERE payload->>'mail' = 'request-received') AS outbox`,
  );
  return rows[0] ?? { requests: 0, logins: 0, outbox: 0 };
}
