import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { startFaultProxy } from '#tests/faults/rig/processes/fault-proxy.ts';
import { backends, createQueueFixture, type QueueFixture } from '#tests/queue/queue-fixture.ts';
import { flakyJob, noteJob } from '#tests/queue/test-jobs.ts';
import { soon } from '#tests/support/soon.ts';
import { needs } from '#tests/support/vitest/requirements.ts';
import { createLogger } from '../log.ts';
import { connectQueue } from './connection.ts';
import { startQueueWorker } from './queue-worker.ts';
import { openQueues } from './queues.ts';

const log = createLogger({ logLevel: 'silent' }, 'test');

describe.each(backends)('the first connections of a queue on $backend', ({ backend, missing }) => {
  let fixture: QueueFixture;
  beforeAll(async () => {
    if (!missing) fixture = await createQueueFixture(backend);
  });
  afterAll(() => fixture?.close());

  /** Settings with a proxy that applies a fault to one connection to the queue's server. */
  const withFault = async (fault: 'hold' | 'drop', position: number) => {
    const { databaseUrl, redisUrl } = fixture.settings;
    const address = new URL(redisUrl ?? databaseUrl);
    const proxy = await startFaultProxy(Number(address.port));
    let connections = 0;
    proxy.faultConnections(() => {
      connections += 1;
      return connections === position ? fault : undefined;
    });
    address.port = String(proxy.port);
    const through = redisUrl === undefined ? { databaseUrl: address.href } : { redisUrl: address.href };
    return { settings: { ...fixture.settings, ...through }, proxy };
  };

  it.for([
    ['hold', 2],
    ['drop', 2],
    ['drop', 4],
    ['hold', 8],
  ] as const)('%s connection %i: jobs are added and run', needs({ missing }), async ([fault, position]) => {
    const { settings, proxy } = await withFault(fault, position);
    const connection = await connectQueue(settings, log);
    try {
      const ran: string[] = [];
      const startWorker = (definition: typeof noteJob | typeof flakyJob) =>
        startQueueWorker({
          ...{ connection, queue: definition.queue, jobs: [definition], concurrency: 1, log },
          run: async ({ id }) => {
            ran.push(id);
            return { kind: 'done' };
          },
          onAbandoned: async () => {},
        });
      // The second one needs the second connection of the pool.
      const workers = await Promise.all([startWorker(noteJob), startWorker(flakyJob)]);
      const queues = await openQueues(connection, log);
      for (const definition of [noteJob, flakyJob]) {
        const id = randomUUID();
        await queues.add(definition.queue, [{ id, definition }]);
        await soon(() => ran).toContain(id);
      }
      await Promise.all(workers.map((worker) => worker.close()));
      await queues.close();
    } finally {
      await connection.close();
      await proxy.close();
    }
  });
});
