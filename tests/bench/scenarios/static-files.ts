import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { builtPages } from '#tests/support/pages/built-pages.ts';
import { atLeast } from '../core/limits.ts';
import type { Scenario } from '../core/scenario.ts';
import { openDatasets } from '../data/datasets.ts';
import { fetchRaw } from '../load/fetch-raw.ts';
import { interleave, ratiosOf, sideOf } from '../load/interleave.ts';
import { measureLoad, writeRequests } from '../load/wrk.ts';
import { startNginx } from '../processes/nginx.ts';
import { openLocalProviders, startApi } from '../processes/product.ts';

const connections = 32;
const headers = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br' };
const goals = { page: '1 page', asset: '1 asset' };

/** Goal 1: a built page and a hashed asset, compressed with Brotli, against nginx with the same bytes. */
export const staticFiles: Scenario = {
  name: 'static-files',
  goals: [
    { id: goals.page, what: 'static page ÷ nginx, requests per second', limit: atLeast(0.13) },
    { id: goals.asset, what: 'hashed script ÷ nginx, requests per second', limit: atLeast(0.13) },
  ],
  seconds: 85,
  needs: ['wrk', 'nginx'],
  async run(context) {
    const client = join(await builtPages(), 'client');
    const datasets = await openDatasets([], context.report);
    context.defer(() => datasets.stop());
    const { applicationUrl, drop } = await datasets.copy('empty');
    context.defer(drop);
    const api = await startApi(context, await openLocalProviders(context, applicationUrl));
    const nginx = await startNginx(context, client);
    const files = [
      { goal: goals.page, path: '/', file: '/index.html.br' },
      { goal: goals.asset, ...largestScript(client) },
    ];
    const measurements = [];
    for (const { goal, path, file } of files) {
      const expected = readFileSync(join(client, file));
      for (const address of [`${api.url}${path}`, `${nginx}${file}`]) {
        const { status, headers: received, body } = await fetchRaw(address, headers);
        assert.deepEqual([status, received['content-encoding']], [200, 'br'], address);
        assert.ok(body.equals(expected), `${address} is not the file that was built.`);
      }
      const ofProduct = await writeRequests(context, [{ path, headers }]);
      const ofFloor = await writeRequests(context, [{ path: file, headers }]);
      const load = { connections, seconds: context.seconds };
      const samples = await interleave(
        context,
        () => measureLoad(api.url, { ...load, requests: ofProduct }),
        () => measureLoad(nginx, { ...load, requests: ofFloor }),
      );
      measurements.push({
        goal,
        values: ratiosOf(samples),
        sides: [sideOf('product', samples.product, api.rssMb()), sideOf('nginx', samples.floor)],
        note: `${path} (${expected.length} bytes), ${connections} connections, one worker process of nginx`,
      });
    }
    return measurements;
  },
};

/** Returns the largest hashed script of a build: its path, and its file in Brotli. */
export function largestScript(client: string): { path: string; file: string } {
  const names = readdirSync(join(client, '_astro')).filter((name) => name.endsWith('.js.br'));
  const sizeOf = (name: string) => statSync(join(client, '_astro', name)).size;
  const [largest] = names.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  return { path: `/_astro/${largest?.slice(0, -3)}`, file: `/_astro/${largest}` };
}
