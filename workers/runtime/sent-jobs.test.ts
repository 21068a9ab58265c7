import { afterEach, describe, expect, it, vi } from 'vitest';
import { minuteMs } from '#contracts/durations.ts';
import { createSentJobs } from './sent-jobs.ts';

describe('createSentJobs', () => {
  afterEach(() => vi.restoreAllMocks());

  /** Closes a row whose first transaction fails after so long, and returns what came of it. */
  async function closeAfter(outageMs: number, isSent: boolean) {
    const sent = createSentJobs();
    if (isSent) sent.add('id-1');
    let nowMs = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
    const transaction = async () => {
      nowMs += outageMs;
      if (nowMs <= outageMs) throw new Error('PostgreSQL is unavailable');
      return 'closed';
    };
    return sent.close('id-1', transaction).catch(({ message }: Error) => message);
  }

  it('closes the row of a sent mail after an outage of a minute', async () => {
    expect(await closeAfter(minuteMs, true)).toBe('closed');
  });

  it('gives up closing the row of a sent mail in an outage of hours', async () => {
    expect(await closeAfter(120 * minuteMs, true)).toBe('PostgreSQL is unavailable');
  });

  it('leaves the row of a mail that was not sent to the next delivery', async () => {
    expect(await closeAfter(minuteMs, false)).toBe('PostgreSQL is unavailable');
  });
});
