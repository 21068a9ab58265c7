import { randomUUID } from 'node:crypto';
import {
  context,
  ROOT_CONTEXT,
  type SpanContext,
  type SpanOptions,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
const tracer = trace.getTracer('courselift');

/** Header of W3C Trace Context, version 00: trace id, id of the parent span, flags (https://www.w3.org/TR/trace-context/). */
const traceparentForm = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;

/** Returns the trace id of what runs now, 32 hexadecimal digits; undefined outside calls and jobs. */
export const currentTraceId = (): string | undefined => trace.getSpanContext(context.active())?.traceId;

/** Returns the position in the trace as a `traceparent`, for a row or header; undefined outside calls and jobs. */
export function currentTraceparent(): string | undefined {
  const here = trace.getSpanContext(context.active());
  return here && `00-${here.traceId}-${here.spanId}-${here.traceFlags.toString(16).padStart(2, '0')}`;
}

/**
 * Starts the span of a call or job, which the caller ends; it records nothing unless traces are sent. Also without a collector it
 * has a trace id, which logs and mails name. What `run` calls and awaits is in the same trace.
 *
 * @param traceparent where the trace was; a new trace begins when it is absent or malformed
 */
export function startTrace(name: string, options: SpanOptions, traceparent: string | null | undefined) {
  const parent = parseTraceparent(traceparent);
  const before = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
  const started = tracer.startSpan(name, options, before);
  const span = trace.isSpanContextValid(started.spanContext())
    ? started
    : trace.wrapSpanContext(newSpanContext());
  const inside = trace.setSpan(before, span);
  return { span, run: <T>(work: () => T): T => context.with(inside, work) };
}

/** Returns a `traceparent` for an id of 32 hexadecimal digits, as proxies create for `X-Request-Id`; undefined for others. */
export function traceparentOf(requestId: string | undefined): string | undefined {
  const traceId = requestId?.replaceAll('-', '').toLowerCase() ?? '';
  return /^[\da-f]{32}$/.test(traceId) ? `00-${traceId}-${traceId.slice(16)}-01` : undefined;
}

function parseTraceparent(text: string | null | undefined): SpanContext | undefined {
  if (!text) return undefined;
  const [, traceId = '', spanId = '', flags = ''] = traceparentForm.exec(text) ?? [];
  const span = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return trace.isSpanContextValid(span) ? span : undefined;
}

function newSpanContext(): SpanContext {
  const traceId = randomUUID().replaceAll('-', '');
  return { traceId, spanId: traceId.slice(16), traceFlags: TraceFlags.SAMPLED };
}
