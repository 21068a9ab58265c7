import type pg from 'pg';
import { Gauge } from 'prom-client';
import type { DataSource } from 'typeorm';
import { registry } from './registry.ts';

const connections = new Gauge({
  name: 'courselift_database_connections',
  help: 'Connections to PostgreSQL of this process by pool; `waiting` are calls that wait for a connection.',
  labelNames: ['pool', 'state'] as const,
  registers: [registry],
});

/** Sets the gauges of the connection pools. `main` is the pool of the data source. */
export function collectPools(db: DataSource, others: Readonly<Record<string, pg.Pool>> = {}): void {
  const { master } = db.driver as unknown as { master?: pg.Pool };
  for (const [pool, one] of Object.entries({ main: master, ...others })) {
    if (!one) continue;
    connections.set({ pool, state: 'active' }, one.totalCount - one.idleCount);
    connections.set({ pool, state: 'idle' }, one.idleCount);
    connections.set({ pool, state: 'waiting' }, one.waitingCount);
    connections.set({ pool, state: 'max' }, one.options.max);
  }
}
