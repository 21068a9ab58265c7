import { trace } from '@opentelemetry/api';
import { describe, expect, it } from 'vitest';
import { currentTraceId, currentTraceparent, startTrace, traceparentOf } from './trace-context.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

describe('a trace', () => {
  it('has one id in everything that the work awaits, and none outside', async () => {
    const seen = await startTrace('call', {}, undefined).run(async () => {
      const before = currentTraceId();
      await new Promise((resolve) => setTimeout(resolve, 1));
      return [before, currentTraceId()];
    });
    expect(seen[0]).toMatch(/^[\da-f]{32}$/);
    expect(seen[1]).toBe(seen[0]);
    expect(currentTraceId()).toBeUndefined();
  });

  it('has another id for each call', () => {
    const ids = [1, 2].map(() => startTrace('call', {}, undefined).run(currentTraceId));
    expect(new Set(ids).size).toBe(2);
  });

  it('goes on from a traceparent, which a row stores in between', () => {
    const stored = startTrace('call', {}, `00-${traceId}-00f067aa0ba902b7-01`).run(currentTraceparent);
    expect(stored).toBe(`00-${traceId}-00f067aa0ba902b7-01`);
    expect(startTrace('job', {}, stored).run(currentTraceId)).toBe(traceId);
  });

  it.each([
    '',
    'canary',
    `00-${traceId}-00f067aa0ba902b7`,
    `ff-${traceId}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId}-00f067aa0ba902b7-01\n{"level":"info"}`,
  ])('begins anew for the traceparent %j', (traceparent) => {
    const id = startTrace('call', {}, traceparent).run(currentTraceId) ?? '';
    expect(trace.isSpanContextValid({ traceId: id, spanId: id.slice(16), traceFlags: 1 })).toBe(true);
    expect(id).not.toBe(traceId);
  });

  it('takes the id of a proxy, with or without hyphens, and no other text', () => {
    const expected = `00-${traceId}-a3ce929d0e0e4736-01`;
    expect(traceparentOf(traceId)).toBe(expected);
    expect(traceparentOf('4BF92F35-77B3-4DA6-A3CE-929D0E0E4736')).toBe(expected);
    for (const text of [undefined, '', 'canary', `${traceId}0`]) expect(traceparentOf(text)).toBeUndefined();
  });
});
