import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '#sandbox/processes/ports.ts';
import { patient } from '#tests/support/soon.ts';
import { type ProductProcess, startProcess } from '../support/product/product-process.ts';
import { startTestProduct, type TestProduct } from '../support/product/test-product.ts';
import { type Balancer, isReady, startBalancer } from './support/balancer.ts';

/** Restarts of each of the two APIs; `ROLLING_RESTARTS=25`, with more clients, for the figure of docs/reliability.md. */
const rounds = Number(process.env.ROLLING_RESTARTS ?? 1);
const clientsOfEachKind = process.env.ROLLING_RESTARTS ? 10 : 4;
const pauseMs = 200;

let product: TestProduct;
let balancer: Balancer;
const apis = new Map<number, ProductProcess>();

const start = async (port: number) => {
  const env = { ...product.env, PORT: String(port), SHUTDOWN_GRACE_SECONDS: '5' };
  apis.set(port, await startProcess('api', env));
};

beforeAll(async () => {
  product = await startTestProduct({ RATE_LIMIT_FACTOR: '1000000' });
  await Promise.all([await freePort(), await freePort()].map(start));
  balancer = await startBalancer([...apis.keys()]);
});
afterAll(async () => {
  await balancer?.close();
  await Promise.all([...apis.values()].map((api) => api.kill()));
  await product?.close();
});

interface Sent {
  reads: number;
  writes: number;
  failures: string[];
}

/** Sends a read and a write in turns over one kept connection; a response that closes it makes it choose the next port. */
async function load(choosePort: () => Promise<number>, signal: AbortSignal, sent: Sent, name: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let port = await choosePort();
  for (let turn = 0; !signal.aborted; turn += 1) {
    const isWrite = turn % 2 === 1;
    const call = isWrite
      ? request({
          port,
          agent,
          method: 'POST',
          path: '/api/user/email-capture',
          headers: { 'content-type': 'application/json' },
        })
      : request({ port, agent, path: '/api/explore/filter' });
    try {
      const answered = once(call, 'response');
      call.end(isWrite ? JSON.stringify({ email: `${name}.${turn}@restarts.example` }) : undefined);
      const [response] = (await answered) as [IncomingMessage];
      const body = await text(response);
      if (response.statusCode === 200) sent[isWrite ? 'writes' : 'reads'] += 1;
      else sent.failures.push(`${response.statusCode} ${body}`);
      if (response.headers.connection === 'close') port = await choosePort();
    } catch (error) {
      sent.failures.push(String(error));
      port = await choosePort();
    }
    await sleep(pauseMs);
  }
  agent.destroy();
}

it('fails no request while one API after the other is restarted, behind a proxy and with clients of its own', async () => {
  const stopped = new AbortController();
  const sent: Sent = { reads: 0, writes: 0, failures: [] };
  let turn = 0;
  const chooseReady = async (): Promise<number> => {
    const ports = [...apis.keys()];
    turn += 1;
    const port = ports[turn % ports.length] ?? 0;
    return (await isReady(port)) ? port : chooseReady();
  };
  const clients = Array.from({ length: clientsOfEachKind }, (_, index) => [
    load(chooseReady, stopped.signal, sent, `direct${index}`),
    load(async () => balancer.port, stopped.signal, sent, `proxied${index}`),
  ]).flat();
  for (let round = 0; round < rounds; round += 1) {
    for (const [port, api] of apis) {
      expect(await api.end()).toBe(0);
      await start(port);
      await expect.poll(() => balancer.uses(port), patient).toBe(true);
    }
  }
  stopped.abort();
  await Promise.all(clients);
  expect(sent.failures).toEqual([]);
  const rows = await product.db.query(
    `SELECT count(*)::int AS n FROM subscribers WHERE email LIKE '%@restarts.example'`,
  );
  expect(rows).toEqual([{ n: sent.writes }]);
  process.stdout.write(`${rounds * 2} restarts: ${sent.reads} reads, ${sent.writes} writes, 0 failures\n`);
}, 900_000);
