import type { Request, Response } from 'express';
import { expect, it } from 'vitest';
import { createLogger } from '../../log.ts';
import { warnOfProxy } from './warn-of-proxy.ts';

/** Sends requests with these headers through the middleware. Returns the lines that it logs. */
function linesFor(hops: number, ...requests: Record<string, string>[]): { level: string; msg: string }[] {
  const lines: string[] = [];
  const log = createLogger({ logLevel: 'info' }, 'api', { write: (line) => void lines.push(line) });
  const middleware = warnOfProxy(log, hops);
  let passed = 0;
  for (const headers of requests)
    middleware({ headers } as unknown as Request, {} as Response, () => {
      passed += 1;
    });
  expect(passed).toBe(requests.length);
  return lines.map((line) => JSON.parse(line));
}

it.each([
  { 'x-forwarded-for': '203.0.113.7' },
  { forwarded: 'for=203.0.113.7' },
  { 'x-real-ip': '203.0.113.7' },
])('warns once when a request has %j and no proxy is trusted', (headers) => {
  const lines = linesFor(0, {}, headers, headers);
  expect(lines).toMatchObject([{ level: 'warn', msg: expect.stringContaining('TRUST_PROXY_HOPS is 0') }]);
  expect(JSON.stringify(lines)).not.toContain('203.0.113.7');
});

it('does not warn without such headers, or when the proxy is trusted', () => {
  expect(linesFor(0, {}, { host: 'localhost' })).toEqual([]);
  expect(linesFor(1, { 'x-forwarded-for': '203.0.113.7' })).toEqual([]);
});
