import assert from 'node:assert/strict';
import { getProfile } from '#contracts/accounts/profile.ts';
import { atLeast, atMost } from '../core/limits.ts';
import type { Scenario } from '../core/scenario.ts';
import { fetchRaw } from '../load/fetch-raw.ts';
import { interleave, ratiosOf, sideOf } from '../load/interleave.ts';
import { measureLoad, writeRequests } from '../load/wrk.ts';
import { startApiWithLearners } from '../processes/api-with-learners.ts';
import { startServer } from '../processes/start-server.ts';

const connections = 32;
const people = 100;
const path = `/api${getProfile.path}`;

/** Goal 2: the own profile of signed-in learners against one row by its id through TypeORM. */
export const profile: Scenario = {
  name: 'profile',
  goals: [
    { id: '2', what: 'GET /user/me ÷ Express + TypeORM one row, requests per second', limit: atLeast(0.6) },
    { id: '2 p99', what: 'the same, 99th percentile of the time', limit: atMost(3) },
    { id: '2 pg', what: 'GET /user/me ÷ Express + pg one row, requests per second' },
  ],
  seconds: 65,
  needs: ['wrk'],
  async run(context) {
    const { api, learners, databaseUrl: url } = await startApiWithLearners(context, people);
    const typeorm = await startServer(context, 'tests/bench/floors/typeorm-row.ts', { DATABASE_URL: url });
    const pg = await startServer(context, 'tests/bench/floors/pg-row.ts', { DATABASE_URL: url });
    for (const { id, token } of learners.slice(0, 5)) {
      const own = await fetchRaw(`${api.url}${path}`, { authorization: `Bearer ${token}` });
      assert.deepEqual([own.status, JSON.parse(`${own.body}`).data._id], [200, id]);
      for (const floor of [typeorm, pg]) {
        const row = await fetchRaw(`${floor.url}/row/${id}`);
        assert.deepEqual([row.status, JSON.parse(`${row.body}`).data.id], [200, id]);
      }
    }
    const ofProduct = await writeRequests(
      context,
      learners.map(({ token }) => ({ path, headers: { authorization: `Bearer ${token}` } })),
    );
    const ofFloor = await writeRequests(
      context,
      learners.map(({ id }) => ({ path: `/row/${id}` })),
    );
    const load = { connections, seconds: context.seconds };
    const samples = await interleave(
      context,
      () => measureLoad(api.url, { ...load, requests: ofProduct }),
      async () => ({
        typeorm: await measureLoad(typeorm.url, { ...load, requests: ofFloor }),
        pg: await measureLoad(pg.url, { ...load, requests: ofFloor }),
      }),
    );
    const { product } = samples;
    const [viaTypeorm, viaPg] = [
      samples.floor.map((sample) => sample.typeorm),
      samples.floor.map((sample) => sample.pg),
    ];
    const side = sideOf('product', product, api.rssMb());
    const floor = sideOf('Express + TypeORM', viaTypeorm, typeorm.rssMb());
    const against = { product, floor: viaTypeorm };
    return [
      { goal: '2', values: ratiosOf(against), sides: [side, floor] },
      { goal: '2 p99', values: ratiosOf(against, 'p99Ms') },
      {
        goal: '2 pg',
        values: ratiosOf({ product, floor: viaPg }),
        sides: [sideOf('Express + pg', viaPg, pg.rssMb())],
      },
    ];
  },
};
