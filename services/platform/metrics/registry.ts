import { type OpenMetricsContentType, Registry } from 'prom-client';
import { currentTraceId } from '../tracing/trace-context.ts';

/**
 * The metrics of this process. Every metric is declared next to the code that it measures, and counts whether or not
 * `METRICS_PORT` is set. Always OpenMetrics, which Prometheus reads since 2.5: only this format has exemplars, and prom-client
 * renames the counters of a registry that has served it.
 */
export const registry = new Registry<OpenMetricsContentType>();
registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);

/** The label of an exemplar: the trace of an observation, which logs, mails and spans name as well. */
export type ExemplarLabel = 'trace_id';

const none: Record<string, never> = {};

/** Returns the labels of the exemplar of what is observed now; none outside calls and jobs. */
export function currentExemplar(traceId = currentTraceId()): Partial<Record<ExemplarLabel, string>> {
  return traceId ? { trace_id: traceId } : none;
}
