import { type OpenMetricsContentType, Registry } from 'prom-client';

/**
 * The metrics of this process. Every metric is declared next to the code that it measures, and counts whether or not
 * `METRICS_PORT` is set. Always OpenMetrics, which Prometheus reads since 2.5: only this format has exemplars, and prom-client
 * renames the counters of a registry that has served it.
 */
export const registry = new Registry<OpenMetricsContentType>();
registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
