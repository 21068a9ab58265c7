import type pg from 'pg';
import { Gauge } from 'prom-client';
import type { DataSource } from 'typeorm';
import { caseKinds } from '#contracts/cases/cases.ts';
import { registry } from '#services/platform/metrics/registry.ts';
import { collectPools } from '#services/platform/metrics/serve-metrics.ts';
import { type Figures, readFigures } from './figures.ts';

/** How long the figures of the database are served again, so that frequent scrapes do not load PostgreSQL. */
const defaultMaxAgeMs = 10_000;

const registers = [registry];
const everywhere = 'Read from the database, so every process reports the same: aggregate with max, not sum.';

const outboxJobs = new Gauge({
  name: 'courselift_outbox_jobs',
  help: `Open jobs by queue and state: waiting (due, not in the queue), delayed (not due), queued (in the queue, running or between attempts), failed. ${everywhere}`,
  labelNames: ['queue', 'state'] as const,
  registers,
});
const outboxOldest = new Gauge({
  name: 'courselift_outbox_oldest_seconds',
  help: `Time since the oldest job in this state was due; 0 without one. ${everywhere}`,
  labelNames: ['queue', 'state'] as const,
  registers,
});
const casesOpen = new Gauge({
  name: 'courselift_cases_open',
  help: `Open cases of the desk by kind; refund are refunds due. ${everywhere}`,
  labelNames: ['kind', 'overdue'] as const,
  registers,
});
const databaseUp = new Gauge({
  name: 'courselift_database_up',
  help: 'Whether this process could read the figures from PostgreSQL at the last scrape: 1 or 0.',
  registers,
});

/** Returns what a scrape calls to set the gauges of the connection pools and of the database. */
export function createCollector(
  db: DataSource,
  pools: Readonly<Record<string, pg.Pool>> = {},
  maxAgeMs = defaultMaxAgeMs,
): () => Promise<void> {
  let read: Promise<Figures> | undefined;
  let readAtMs = 0;
  return async () => {
    collectPools(db, pools);
    if (!read || performance.now() - readAtMs > maxAgeMs) {
      readAtMs = performance.now();
      read = readFigures(db);
    }
    try {
      setGauges(await read);
      databaseUp.set(1);
    } catch {
      read = undefined;
      // No figure is better than one of before the outage.
      for (const gauge of [outboxJobs, outboxOldest, casesOpen]) gauge.reset();
      databaseUp.set(0);
    }
  };
}

function setGauges({ queues, cases }: Figures): void {
  for (const { queue, oldestWaitingS, oldestQueuedS, oldestS: _, ...counts } of queues) {
    for (const [state, n] of Object.entries(counts)) outboxJobs.set({ queue, state }, n);
    outboxOldest.set({ queue, state: 'waiting' }, oldestWaitingS);
    outboxOldest.set({ queue, state: 'queued' }, oldestQueuedS);
  }
  for (const kind of caseKinds) {
    const { n = 0, overdue = 0 } = cases.find((figure) => figure.kind === kind) ?? {};
    casesOpen.set({ kind, overdue: 'yes' }, overdue);
    casesOpen.set({ kind, overdue: 'no' }, n - overdue);
  }
}
