import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#sandbox/processes/ports.ts';
import { openCondition } from '#services/platform/queue/outbox.entity.ts';
import {
  type ChooseFault,
  type ConnectionFault,
  type FaultProxy,
  startFaultProxy,
} from '#tests/faults/rig/processes/fault-proxy.ts';
import type { TestBackend } from '#tests/queue/queue-fixture.ts';
import { mailsTo } from '#tests/support/people/people.ts';
import { startProcess } from '#tests/support/product/product-process.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { startRedis, type TestRedis } from '#tests/support/servers/start-redis.ts';
import { soon } from '#tests/support/soon.ts';
import { isFull } from '#tests/support/vitest/extent.ts';
import { needs, requireRedis } from '#tests/support/vitest/requirements.ts';

const calls = 20;

/**
 * Which connections of a process get the fault: every fifth, from each of the first five. It opens about 12 at its start,
 * and the others for calls or jobs at the same time.
 */
const starts = isFull ? [1, 2, 3, 4, 5] : [1, 2, 5];
const positions = starts.map((first) => [first, first + 5, first + 10, first + 15]);

/** Tests of API and worker whose first connections fail in one way: a file for each, because they mostly wait and run at the same time. */
export function testFirstConnections({ backend, missing }: TestBackend, fault: ConnectionFault): void {
  describe(`first connections on ${backend}, ${fault}`, needs({ missing }), () => {
    let product: TestProduct;
    let most = 0;
    let redis: TestRedis | undefined;
    beforeAll(async () => {
      if (backend === 'redis') redis = await startRedis(requireRedis().path ?? '');
      product = await startTestProduct(redis && { REDIS_URL: redis.url });
    });
    afterAll(async () => {
      process.stdout.write(`${backend}: a process opened up to ${most} connections\n`);
      await product?.close();
      await redis?.stop();
    });

    const openJobs = async () => {
      const [{ count }] = await product.db.query(
        `SELECT count(*)::int AS count FROM outbox WHERE ${openCondition} AND available_at <= now()`,
      );
      return count as number;
    };

    /** Starts API and worker, each with proxies of its own, and awaits that the jobs of calls at the same time have run. */
    const runJobs = async (name: string, chooseFault: () => ChooseFault) => {
      const started: { kill(): Promise<void> }[] = [];
      const proxies: FaultProxy[] = [];
      const start = async (kind: 'api' | 'worker', port: number) => {
        const choose = chooseFault();
        const throughProxy = async (url: string) => {
          const address = new URL(url);
          const proxy = await startFaultProxy(Number(address.port));
          proxies.push(proxy);
          proxy.faultConnections(choose);
          return Object.assign(address, { hostname: '127.0.0.1', port: String(proxy.port) }).href;
        };
        const env = {
          ...product.env,
          PORT: String(port),
          LOG_LEVEL: 'warn',
          DATABASE_URL: await throughProxy(product.env.DATABASE_URL ?? ''),
          ...(redis && { REDIS_URL: await throughProxy(redis.url) }),
        };
        const running = await startProcess(kind, env);
        started.push(running);
        return running;
      };
      try {
        const port = await freePort();
        const processes = await Promise.all([start('api', port), start('worker', port)]);
        const subscribe = async (email: string) => {
          const response = await fetch(`http://127.0.0.1:${port}/api/user/email-capture`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ email }),
          });
          await response.body?.cancel();
          return response.status;
        };
        const emails = Array.from(
          { length: calls },
          (_, index) => `${name}-${index}@first-connections.example`,
        );
        // A call whose connection is lost gets a 503, and its client tries again.
        await Promise.all(emails.map((email) => soon(() => subscribe(email)).toBe(200)));
        await soon(openJobs).toBe(0);
        const mails = await Promise.all(emails.map((email) => mailsTo(product.sandbox.httpUrl, email)));
        expect(mails.map(({ length }) => length)).toEqual(emails.map(() => 1));
        for (const { pid } of processes) process.kill(pid, 0);
      } finally {
        await Promise.all(started.map((server) => server.kill()));
        await Promise.all(proxies.map((proxy) => proxy.close()));
      }
    };

    if (backend === 'postgres' && fault === 'hold')
      it('jobs run although the second connection of the pool of the queue is held at the start', async () => {
        await runJobs('pool', () => {
          let connections = 0;
          return (startup) => {
            if (!startup.includes('courselift-queue')) return undefined;
            connections += 1;
            return connections === 2 ? 'hold' : undefined;
          };
        });
      });

    it.each(positions)(
      'connections %i, %i, %i and %i of API and worker: jobs run afterwards',
      async (...faulty) => {
        await runJobs(`${fault}-${faulty.join('-')}`, () => {
          let connections = 0;
          return () => {
            connections += 1;
            most = Math.max(most, connections);
            return faulty.includes(connections) ? fault : undefined;
          };
        });
      },
    );
  });
}
