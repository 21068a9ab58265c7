import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger, createOutageLog, type Logger } from './log.ts';

function logged(write: (log: ReturnType<typeof createLogger>) => void): string {
  let lines = '';
  write(createLogger({ logLevel: 'info' }, 'test', { write: (line) => (lines += line) }));
  return lines;
}

describe('createLogger', () => {
  // ASVS 16.2.1, 16.2.2, 16.2.4
  it('writes one JSON line with level, time and name', () => {
    const line = logged((log) => log.info({ id: 7 }, 'Done'));
    expect(JSON.parse(line)).toMatchObject({ level: 'info', name: 'test', id: 7, msg: 'Done' });
    expect(JSON.parse(line).time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(line.trim()).not.toContain('\n');
  });

  // ASVS 16.4.1
  it('writes line breaks and control characters of a value as escapes, so that no value adds a line', () => {
    const text = 'x\n{"level":"info","msg":"forged"}\r\u001b[2K\u2028';
    const line = logged((log) => log.info({ text }, text));
    expect(line.trimEnd()).not.toMatch(/\p{Cc}/u);
    expect(JSON.parse(line)).toMatchObject({ text, msg: text });
  });

  // ASVS 16.2.5
  it('hides secrets up to two levels deep', () => {
    const line = logged((log) =>
      log.info({
        password: 'hunter1',
        account: { password: 'hunter2' },
        req: { headers: { authorization: 'hunter3' } },
      }),
    );
    expect(line).not.toContain('hunter');
  });

  // ASVS 16.2.5, 16.3.4
  it('writes of an error what happened and where, not what it carries', () => {
    const error = Object.assign(new Error('duplicate key'), { parameters: ['hunter4'], query: 'INSERT …' });
    const line = logged((log) => log.error({ err: error }, 'Failed'));
    expect(line).toContain('duplicate key');
    expect(line).toContain('log.test.ts');
    expect(line).not.toContain('hunter4');
    expect(line).not.toContain('INSERT');
  });
});

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
