import { expect, it } from 'vitest';
import { createLogger } from '#services/platform/log.ts';
import { readableLog } from './readable-log.ts';

it('prints a log entry as one line with its level, message and fields', () => {
  let line = '';
  const log = createLogger({ logLevel: 'info' }, 'api', { write: (text: string) => (line = text) });
  log.warn({ queue: 'mail', jobs: 2 }, 'Enqueued again');
  expect(readableLog('api', line.trimEnd())).toMatch(
    /^\[api\] \[\d\d:\d\d:\d\d\] WARN: Enqueued again \{"queue":"mail","jobs":2\}\n$/,
  );
});

it('prints other text unchanged', () => {
  expect(readableLog('api', 'The API cannot run.')).toBe('[api] The API cannot run.\n');
  expect(readableLog('api', '{ not JSON')).toBe('[api] { not JSON\n');
});
