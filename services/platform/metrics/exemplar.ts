import { currentTraceId } from '../tracing/trace-context.ts';

/** The label of an exemplar: the trace of an observation, which logs, mails and spans name as well. */
export type ExemplarLabel = 'trace_id';

const none: Record<string, never> = {};

/** Returns the labels of the exemplar of what is observed now; none outside calls and jobs. */
export function currentExemplar(traceId = currentTraceId()): Partial<Record<ExemplarLabel, string>> {
  return traceId ? { trace_id: traceId } : none;
}
