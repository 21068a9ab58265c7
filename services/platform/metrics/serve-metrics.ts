import type { IncomingMessage, ServerResponse } from 'node:http';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge } from 'prom-client';
import type { DataSource } from 'typeorm';
import type { Config } from '../config.ts';
import { listenOn } from '../http/listen-on.ts';
import { createOutageLog, type Logger } from '../log.ts';
import { registry } from './registry.ts';

interface MetricsOptions {
  metrics: Config['metrics'];
  /** Sets the gauges whose values are read at a scrape. */
  collect: () => Promise<void>;
  log: Logger;
}

/**
 * Serves `GET /metrics` as OpenMetrics on a port of its own. Returns undefined when `METRICS_PORT` is not
 * set. Rejects when the port is in use.
 */
export async function serveMetrics({ metrics, collect, log }: MetricsOptions) {
  if (!metrics) return undefined;
  collectProcessMetrics();
  const outage = createOutageLog(log, 'The metrics');
  const respond = async (req: IncomingMessage, res: ServerResponse) => {
    if (req.method !== 'GET' || req.url !== '/metrics') return res.writeHead(404).end();
    try {
      await collect();
      const text = await registry.metrics();
      outage.worked();
      return res.writeHead(200, { 'Content-Type': registry.contentType }).end(text);
    } catch (error) {
      outage.failed(error);
      return res.writeHead(500).end();
    }
  };
  return listenOn(respond, metrics.port, metrics.host);
}

// Processor time, memory, garbage collection and the delay of the event loop.
function collectProcessMetrics(): void {
  if (registry.getSingleMetric('nodejs_eventloop_lag_seconds')) return;
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 });
}

const connections = new Gauge({
  name: 'courselift_database_connections',
  help: 'Connections to PostgreSQL of this process by pool; `waiting` are calls that wait for a connection.',
  labelNames: ['pool', 'state'] as const,
  registers: [registry],
});

/** Sets the gauges of the connection pools. `main` is the pool of the data source. */
export function collectPools(db: DataSource, others: Readonly<Record<string, pg.Pool>> = {}): void {
  const { master } = db.driver as unknown as { master?: pg.Pool };
  for (const [pool, clients] of Object.entries({ main: master, ...others })) {
    if (!clients) continue;
    connections.set({ pool, state: 'active' }, clients.totalCount - clients.idleCount);
    connections.set({ pool, state: 'idle' }, clients.idleCount);
    connections.set({ pool, state: 'waiting' }, clients.waitingCount);
    connections.set({ pool, state: 'max' }, clients.options.max);
  }
}
