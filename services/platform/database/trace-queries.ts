import { context, SpanKind, trace } from '@opentelemetry/api';
import type { ClientBase } from 'pg';
import { failSpan, startSpan } from '../tracing/spans.ts';
import { wrapQuery } from './wrap-query.ts';

/** Records the queries of a client as spans of the call or job that sends them: the text with its `$1`, and no values. */
export function traceQueries(client: ClientBase): void {
  wrapQuery(client, (text) => {
    // The polls of the relay and the queues have no trace.
    if (!trace.getSpan(context.active())?.isRecording()) return () => {};
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text };
    const span = startSpan(text.trimStart().split(/\s/, 1)[0] ?? '', { kind: SpanKind.CLIENT, attributes });
    return (error) => {
      if (error) failSpan(span, error);
      span.end();
    };
  });
}
