import assert from 'node:assert/strict';
import { filterCourses as contract } from '#contracts/catalogue/catalogue.ts';
import { atLeast } from '../core/limits.ts';
import type { Context, Measurement, Scenario } from '../core/scenario.ts';
import { type DatasetSize, openDatasets } from '../data/datasets.ts';
import { drawQueries } from '../data/draw-queries.ts';
import { queryString } from '../load/course-paths.ts';
import { fetchRaw } from '../load/fetch-raw.ts';
import { interleave, ratiosOf, sideOf } from '../load/interleave.ts';
import { measureLoad, writeRequests } from '../load/wrk.ts';
import { openLocalProviders, startApi } from '../processes/product.ts';
import { startServer } from '../processes/start-server.ts';

const connections = 16;
const path = `/api${contract.path}`;
/** Goal 4: the search call against the same statements behind bare Express, with searches drawn by weight. */
export const filterCourses: readonly Scenario[] = [scenarioOf('100k', 100_000), scenarioOf('1m', 1_000_000)];

function scenarioOf(name: string, size: DatasetSize): Scenario {
  const goal = `4 at ${size.toLocaleString('en')}`;
  const what = 'GET /explore/filter ÷ the same SQL behind Express, requests per second';
  return {
    name: `filter-courses-${name}`,
    goals: [{ id: goal, what, limit: atLeast(0.8) }],
    seconds: 50,
    needs: ['wrk'],
    async run(context) {
      const datasets = await openDatasets([size], context.report);
      context.defer(() => datasets.stop());
      return [{ goal, ...(await measure(context, datasets.applicationUrlOf(size))) }];
    },
  };
}

async function measure(context: Context, databaseUrl: string): Promise<Omit<Measurement, 'goal'>> {
  const api = await startApi(context, await openLocalProviders(context, databaseUrl));
  const floor = await startServer(context, 'tests/bench/floors/search.ts', { DATABASE_URL: databaseUrl });
  const queries = drawQueries(20_000).map(queryString);
  for (const query of queries.slice(0, 50)) {
    const [own, bare] = await Promise.all([
      fetchRaw(`${api.url}${path}${query}`),
      fetchRaw(`${floor.url}/search${query}`),
    ]);
    assert.deepEqual([own.status, bare.status], [200, 200], query);
    assert.deepEqual(JSON.parse(`${own.body}`), JSON.parse(`${bare.body}`), query);
  }
  const ofProduct = await writeRequests(
    context,
    queries.map((query) => ({ path: `${path}${query}` })),
  );
  const ofFloor = await writeRequests(
    context,
    queries.map((query) => ({ path: `/search${query}` })),
  );
  // Each measurement begins with other searches: the side that is second would find the pages of the first in the cache.
  const load = (turn: number) => ({ connections, seconds: context.seconds, first: turn * 1_600 });
  const samples = await interleave(
    context,
    (round) => measureLoad(api.url, { ...load(2 * round), requests: ofProduct }),
    (round) => measureLoad(floor.url, { ...load(2 * round + 1), requests: ofFloor }),
  );
  const sides = [
    sideOf('product', samples.product, api.rssMb()),
    sideOf('same SQL behind Express', samples.floor, floor.rssMb()),
  ];
  return { values: ratiosOf(samples), sides };
}
