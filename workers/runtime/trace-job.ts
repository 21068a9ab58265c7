import { SpanKind } from '@opentelemetry/api';
import type { QueueName } from '#contracts/queue-names.ts';
import type { Delivery } from '#services/platform/queue/queue-worker.ts';
import { failSpan } from '#services/platform/tracing/spans.ts';
import { startTrace } from '#services/platform/tracing/trace-context.ts';

/**
 * Runs one attempt of a job as a part of the trace that enqueued it, so that its log lines, statements and mail name the same
 * id as the call that caused it. `work` gets a function that marks the span as failed.
 */
export async function traceJob<T>(
  { id, name, attempt }: Delivery,
  { queue, traceparent }: { queue: QueueName; traceparent: string | null },
  work: (fail: (error: unknown) => void) => Promise<T>,
): Promise<T> {
  const attributes = {
    'messaging.system': 'bullmq',
    'messaging.operation.type': 'process',
    'messaging.destination.name': queue,
    'messaging.message.id': id,
    'courselift.job.attempt': attempt,
  };
  const { span, run } = startTrace(`process ${name}`, { kind: SpanKind.CONSUMER, attributes }, traceparent);
  try {
    return await run(() => work((error) => failSpan(span, error)));
  } finally {
    span.end();
  }
}
