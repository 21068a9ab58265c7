import { type Span, type SpanOptions, SpanStatusCode, trace } from '@opentelemetry/api';
import { describeError } from '../describe-error.ts';

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
