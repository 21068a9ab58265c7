import assert from 'node:assert/strict';
import { filterCourses } from '#contracts/catalogue/catalogue.ts';
import { atLeast } from '../core/limits.ts';
import type { Context, Scenario } from '../core/scenario.ts';
import { openDatasets } from '../data/datasets.ts';
import { drawQueries } from '../data/draw-queries.ts';
import { queryString } from '../load/course-paths.ts';
import { fetchRaw } from '../load/fetch-raw.ts';
import { interleave, sideOf } from '../load/interleave.ts';
import { measureLoad, writeRequests } from '../load/wrk.ts';
import { startBareAstro } from '../processes/bare-astro.ts';
import { openLocalProviders, startApi } from '../processes/product.ts';

const connections = 16;
const hotPages = 20;
const headers = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' };

/** Goal 5: `/explore` rendered on demand, against a bare Astro page and the search call; and from the cache of pages. */
export const explorePage: Scenario = {
  name: 'explore-page',
  goals: [
    {
      id: '5',
      what: '/explore on demand ÷ the slower of a bare Astro page and the search call, pages per second',
      limit: atLeast(0.5),
    },
    { id: '5 cached', what: 'cached /explore pages per second', limit: atLeast(10_000) },
  ],
  seconds: 90,
  needs: ['wrk'],
  async run(context) {
    const datasets = await openDatasets([100_000], context.report);
    context.defer(() => datasets.stop());
    const api = await startApi(
      context,
      await openLocalProviders(context, datasets.applicationUrlOf(100_000)),
    );
    const astro = await startBareAstro(context);
    // Each address once: the second view of a page comes from the cache.
    const queries = [...new Set(drawQueries(60_000).map(queryString))];
    const requestsFor = (path: string) =>
      writeRequests(
        context,
        queries.map((query) => ({ path: `${path}${query}`, headers })),
      );
    await checkPages(api.url, astro.url, queries);
    const [pages, calls] = [await requestsFor('/explore'), await requestsFor(`/api${filterCourses.path}`)];
    const bare = await writeRequests(context, [{ path: '/', headers }]);
    let first = 100;
    const load = { connections, seconds: context.seconds };
    const samples = await interleave(
      context,
      async () => {
        const sample = await measureLoad(api.url, { ...load, first, requests: pages });
        first += sample.requests + connections;
        return sample;
      },
      async () => ({
        astro: await measureLoad(astro.url, { ...load, requests: bare }),
        call: await measureLoad(api.url, { ...load, first, requests: calls }),
      }),
    );
    assert.ok(first < queries.length, 'More pages were rendered than there are addresses.');
    const { product, floor } = samples;
    const slower = floor.map((sample) => Math.min(sample.astro.perSecond, sample.call.perSecond));
    const cached = await measureCached(context, api.url, queries.slice(0, hotPages));
    return [
      {
        goal: '5',
        values: product.map(({ perSecond }, round) => perSecond / (slower[round] ?? Number.NaN)),
        sides: [
          sideOf('product', product, api.rssMb()),
          sideOf(
            'bare Astro page',
            floor.map((sample) => sample.astro),
            astro.rssMb(),
          ),
          sideOf(
            'search call',
            floor.map((sample) => sample.call),
          ),
        ],
      },
      {
        goal: '5 cached',
        values: cached.map(({ perSecond }) => perSecond),
        sides: [sideOf('product', cached, api.rssMb())],
      },
    ];
  },
};

async function checkPages(product: string, astro: string, queries: readonly string[]): Promise<void> {
  for (const query of queries.slice(0, 20)) {
    const page = await fetchRaw(`${product}/explore${query}`, { accept: 'text/html' });
    const call = await fetchRaw(`${product}/api${filterCourses.path}${query}`);
    assert.deepEqual([page.status, call.status], [200, 200], query);
    const { courses } = JSON.parse(`${call.body}`) as { courses: { slug: string }[] };
    for (const { slug } of courses)
      assert.ok(page.body.includes(slug), `/explore${query} does not list ${slug}`);
  }
  const bare = await fetchRaw(astro, headers);
  assert.equal(bare.status, 200);
  assert.match(`${bare.body}`, /rendered on demand/);
}

async function measureCached(context: Context, url: string, queries: readonly string[]) {
  const requests = await writeRequests(
    context,
    queries.map((query) => ({ path: `/explore${query}`, headers })),
  );
  const load = { connections: 32, seconds: context.seconds, requests };
  const samples = [];
  for (let round = 0; round <= context.rounds; round += 1) {
    context.round(round, context.rounds);
    const sample = await measureLoad(url, load);
    // The first round renders the pages.
    if (round > 0) samples.push(sample);
  }
  return samples;
}
