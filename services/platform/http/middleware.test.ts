import { once } from 'node:events';
import { createServer, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Request, type Response } from 'express';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createLogger } from '../log.ts';
import { onFirstUse, securityHeaders, warnOfProxy } from './middleware.ts';

function headersFor(publicUrl: string) {
  const res = new ServerResponse({ method: 'GET' } as never);
  const next = vi.fn();
  securityHeaders({ publicUrl })({} as never, res as never, next);
  expect(next).toHaveBeenCalledWith();
  return res.getHeaders();
}

// ASVS 3.4.1
it('browsers use https for a year, also for subdomains, where the product is on https', () => {
  expect(headersFor('https://learn.example')['strict-transport-security']).toBe(
    'max-age=31536000; includeSubDomains',
  );
  expect(headersFor('http://localhost:4321')).not.toHaveProperty('strict-transport-security');
});

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

it('creates the middleware again after its creation failed', async () => {
  let creations = 0;
  const app = express();
  app.use(
    onFirstUse('/ops/', async () => {
      creations += 1;
      if (creations === 1) throw new Error('EMFILE');
      return (_req, res) => void res.send('the desk');
    }),
  );
  app.use(((_error, _req, res, _next) => void res.status(500).end()) as express.ErrorRequestHandler);
  const server = createServer(app).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const statusOf = async () => {
    const { port } = server.address() as AddressInfo;
    return (await fetch(`http://127.0.0.1:${port}/ops/cases`)).status;
  };
  expect([await statusOf(), await statusOf(), await statusOf()]).toEqual([500, 200, 200]);
  expect(creations).toBe(2);
});
