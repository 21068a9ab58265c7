import { DiagLogLevel, diag, type Span, type SpanOptions, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Config } from '../config.ts';
import { describeError } from '../describe-error.ts';
import type { Logger } from '../log.ts';

const tracer = trace.getTracer('courselift');

/**
 * Runs work as a span of the current trace. Without {@link startTracing} it costs one call and records nothing.
 *
 * @param options attributes with the names of OpenTelemetry's semantic conventions; no values of people
 */
export function inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(name, options, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      failSpan(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Starts a span for work that ends in a callback; the caller ends it. */
export const startSpan = (name: string, options: SpanOptions): Span => tracer.startSpan(name, options);

/** Marks a span as failed. `recordException` would copy the message of the database, which holds values. */
export function failSpan(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: describeError(error) });
}

let isStarted = false;

/** Whether this process sends traces. */
export const isTracing = (): boolean => isStarted;

/** Longest time for the last spans of a process that ends, in milliseconds. */
const flushMs = 2_000;

/**
 * Sends spans to an OpenTelemetry collector, if an endpoint is configured. The SDK is loaded only then. What cannot be sent is
 * dropped with a warning: no call waits for the collector. Returns the function that sends what is left and stops.
 */
export async function startTracing(
  { tracing }: Pick<Config, 'tracing'>,
  serviceName: string,
  log: Logger,
): Promise<() => Promise<void>> {
  if (!tracing) return async () => {};
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const warn = (message: string) => log.warn(`Traces: ${message}`);
  diag.setLogger({ error: warn, warn, info() {}, debug() {}, verbose() {} }, DiagLogLevel.WARN);
  const exporter = new OTLPTraceExporter({ url: `${tracing.endpoint}/v1/traces` });
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.namespace': 'courselift' }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(tracing.share) }),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter, { exportTimeoutMillis: flushMs })],
  });
  trace.setGlobalTracerProvider(provider);
  isStarted = true;
  return () => provider.shutdown().catch((error: unknown) => warn(String(error)));
}
