import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#sandbox/processes/ports.ts';
import { publishPages } from '#services/platform/http/pages/publish-pages.ts';
import { builtPages } from '#tests/support/pages/built-pages.ts';
import { runCaddy, startCaddy } from '#tests/support/servers/start-caddy.ts';
import { atLeast } from '../core/limits.ts';
import type { Context, Measurement, Scenario } from '../core/scenario.ts';
import { fetchRaw } from '../load/fetch-raw.ts';
import { interleave, ratiosOf, sideOf } from '../load/interleave.ts';
import { measureLoad, writeRequests } from '../load/wrk.ts';
import { startNginx } from '../processes/nginx.ts';
import { largestScript } from './static-files.ts';

const connections = 32;
const headers = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br' };

const bareConfig = `{
	admin unix//config/admin.sock
}
{$SITE_ADDRESS} {
	root * {$PAGES_FOLDER}
	file_server {
		precompressed br gzip
	}
}
`;

/** Goal 1 in containers: the proxy with the headers of the API, against the same proxy and the same bytes without them. */
export const proxyPages: Scenario = {
  name: 'proxy-pages',
  goals: [
    {
      id: '1 proxy page',
      what: 'static page of the proxy ÷ the proxy without headers, requests per second',
      limit: atLeast(0.9),
    },
    {
      id: '1 proxy asset',
      what: 'hashed script of the proxy ÷ the proxy without headers, requests per second',
      limit: atLeast(0.9),
    },
    { id: '1 proxy page nginx', what: 'static page of the proxy ÷ nginx, requests per second' },
    { id: '1 proxy asset nginx', what: 'hashed script of the proxy ÷ nginx, requests per second' },
  ],
  seconds: 150,
  needs: ['wrk', 'nginx', 'caddy'],
  async run(context) {
    const dist = await builtPages();
    const client = join(dist, 'client');
    const published = await newFolder(context);
    await publishPages(dist, published, 'http://localhost:4321');
    // Nothing is asked of the API.
    const proxy = await startCaddy([await freePort()], await newFolder(context), published);
    context.defer(() => proxy.close());
    const bare = await runCaddy(bareConfig, await newFolder(context), client);
    context.defer(() => bare.close());
    const nginx = await startNginx(context, client);
    const measurements: Measurement[] = [];
    for (const { goal, path, file } of [
      { goal: '1 proxy page', path: '/', file: '/index.html.br' },
      { goal: '1 proxy asset', ...largestScript(client) },
    ]) {
      const product = { name: 'proxy', url: `http://localhost:${proxy.port}`, path };
      const floors = [
        { goal, floor: { name: 'proxy without headers', url: `http://localhost:${bare.port}`, path } },
        { goal: `${goal} nginx`, floor: { name: 'nginx', url: nginx, path: file } },
      ];
      for (const target of [product, ...floors.map(({ floor }) => floor)])
        await check(target, join(client, file));
      const load = { connections, seconds: context.seconds };
      for (const { goal: id, floor } of floors) {
        const [ofProduct, ofFloor] = await Promise.all(
          [product, floor].map((target) => writeRequests(context, [{ path: target.path, headers }])),
        );
        const samples = await interleave(
          context,
          () => measureLoad(product.url, { ...load, requests: ofProduct ?? '' }),
          () => measureLoad(floor.url, { ...load, requests: ofFloor ?? '' }),
        );
        measurements.push({
          goal: id,
          values: ratiosOf(samples),
          sides: [sideOf(product.name, samples.product), sideOf(floor.name, samples.floor)],
          note: `${path}, ${connections} connections`,
        });
      }
    }
    return measurements;
  },
};

async function check({ url, path }: { url: string; path: string }, file: string): Promise<void> {
  const { status, headers: received, body } = await fetchRaw(url + path, headers);
  assert.deepEqual([status, received['content-encoding']], [200, 'br'], url + path);
  assert.ok(body.equals(readFileSync(file)), `${url}${path} is not the file that was built.`);
}

async function newFolder(context: Context): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'courselift-proxy-'));
  context.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
