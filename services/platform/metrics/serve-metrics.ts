import { collectDefaultMetrics } from 'prom-client';
import type { Config } from '../config.ts';
import { type Listening, listenOn } from '../http/listen-on.ts';
import type { Logger } from '../log.ts';
import { createOutageLog } from '../outage-log.ts';
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
export async function serveMetrics({
  metrics,
  collect,
  log,
}: MetricsOptions): Promise<Listening | undefined> {
  if (!metrics) return undefined;
  collectProcessMetrics();
  const outage = createOutageLog(log, 'The metrics');
  return listenOn(
    (req, res) => {
      if (req.method !== 'GET' || req.url !== '/metrics') {
        res.writeHead(404).end();
        return;
      }
      collect()
        .then(() => registry.metrics())
        .then(
          (text) => {
            outage.worked();
            res.writeHead(200, { 'Content-Type': registry.contentType }).end(text);
          },
          (error: unknown) => {
            outage.failed(error);
            res.writeHead(500).end();
          },
        );
    },
    metrics.port,
    metrics.host,
  );
}

// Processor time, memory, garbage collection and the delay of the event loop.
function collectProcessMetrics(): void {
  if (registry.getSingleMetric('nodejs_eventloop_lag_seconds')) return;
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 });
}
