import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { describe, expect, it, vi } from 'vitest';
import { createLogger } from '../log.ts';
import { sweepFilesJob } from './housekeeping.jobs.ts';
import type { JobQueues } from './queues.ts';
import { startRelay } from './relay.ts';

const log = createLogger({ logLevel: 'silent' }, 'test');
// No server on this port, so the relay only polls.
const databaseUrl = 'postgres://unused@127.0.0.1:9/nowhere';

describe('startRelay', () => {
  it('does not busy-loop while the database is unavailable', async () => {
    const query = vi.fn(async () => {
      throw new Error('away');
    });
    const queues = { isReachable: () => true, hasRoom: async () => true } as Partial<JobQueues> as JobQueues;
    const db = { query } as Partial<DataSource> as DataSource;
    const relay = startRelay({ db, databaseUrl, jobs: [sweepFilesJob], queues, log });
    await sleep(1_600);
    await relay.stop();
    expect(query.mock.calls.length).toBeLessThanOrEqual(2);
  });

  it('claims nothing while the queue is unavailable', async () => {
    const query = vi.fn(async () => ({ rows: [] }));
    const queues = { isReachable: () => false } as Partial<JobQueues> as JobQueues;
    const db = { query } as unknown as DataSource;
    const relay = startRelay({ db, databaseUrl, jobs: [sweepFilesJob], queues, log });
    await sleep(200);
    await relay.stop();
    expect(query).not.toHaveBeenCalled();
  });

  it('claims nothing while the queue has no memory, and is not stuck', async () => {
    const query = vi.fn(async () => ({ rows: [] }));
    const queues = { isReachable: () => true, hasRoom: async () => false } as Partial<JobQueues> as JobQueues;
    const db = { query } as unknown as DataSource;
    const { promise: relayed, resolve: onRelayed } = Promise.withResolvers<void>();
    const relay = startRelay({ db, databaseUrl, jobs: [sweepFilesJob], queues, log, onRelayed });
    await relayed;
    await relay.stop();
    expect(query).not.toHaveBeenCalled();
  });

  it('releases rows that could not be added', async () => {
    const rows = [{ id: 'id-1', job: sweepFilesJob.name }];
    const query = vi.fn(async ({ text }: { text: string; values: unknown[] }) => ({
      rows: text.includes('SET enqueued_at = now()') ? rows : [],
    }));
    const add = async () => {
      throw new Error('full');
    };
    const queues = {
      isReachable: () => true,
      hasRoom: async () => true,
      add,
    } as Partial<JobQueues> as JobQueues;
    const relay = startRelay({ db: { query } as never, databaseUrl, jobs: [sweepFilesJob], queues, log });
    await sleep(200);
    await relay.stop();
    const released = query.mock.calls.filter(([{ text }]) => text.includes('SET enqueued_at = NULL'));
    expect(released.map(([{ values }]) => values)).toEqual([[['id-1']]]);
  });
});
