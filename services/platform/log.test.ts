import { describe, expect, it } from 'vitest';
import { createLogger } from './log.ts';

function logged(write: (log: ReturnType<typeof createLogger>) => void): string {
  let lines = '';
  write(createLogger({ logLevel: 'info' }, 'test', { write: (line) => (lines += line) }));
  return lines;
}

describe('createLogger', () => {
  it('writes one JSON line with level, time and name', () => {
    const line = logged((log) => log.info({ id: 7 }, 'Done'));
    expect(JSON.parse(line)).toMatchObject({ level: 'info', name: 'test', id: 7, msg: 'Done' });
    expect(line.trim()).not.toContain('\n');
  });

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

  it('writes of an error what happened and where, not what it carries', () => {
    const error = Object.assign(new Error('duplicate key'), { parameters: ['hunter4'], query: 'INSERT …' });
    const line = logged((log) => log.error({ err: error }, 'Failed'));
    expect(line).toContain('duplicate key');
    expect(line).toContain('log.test.ts');
    expect(line).not.toContain('hunter4');
    expect(line).not.toContain('INSERT');
  });
});
