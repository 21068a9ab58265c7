import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Logger } from './log.ts';
import { createOutageLog } from './outage-log.ts';

describe('createOutageLog', () => {
  const error = vi.fn();
  const info = vi.fn();
  const log = { error, info } as unknown as Logger;
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  // ASVS 16.3.4
  it('reports the start and the end of an outage, not every failure', () => {
    const outage = createOutageLog(log, 'The relay');
    for (let tick = 0; tick < 20; tick++) {
      outage.failed(new Error('away'));
      vi.advanceTimersByTime(500);
    }
    expect(error).toHaveBeenCalledTimes(1);
    outage.worked();
    outage.worked();
    expect(info).toHaveBeenCalledExactlyOnceWith(
      { failures: 20, lastedMs: 10_000 },
      'The relay: working again',
    );
    outage.failed(new Error('away again'));
    expect(error).toHaveBeenCalledTimes(2);
  });

  it('reminds once a minute', () => {
    const outage = createOutageLog(log, 'The relay');
    for (let second = 0; second < 130; second++) {
      outage.failed(new Error('away'));
      vi.advanceTimersByTime(1_000);
    }
    expect(error).toHaveBeenCalledTimes(3);
  });
});
