import express from 'express';
import { afterEach, expect, it, vi } from 'vitest';
import { createLogger } from '../log.ts';
import { type Listening, listenOn } from './listen-on.ts';
import { logRequests } from './log-requests.ts';

let server: Listening | undefined;
afterEach(() => server?.close());

// ASVS 14.2.1, 16.2.5
it('logs the route of a call, and nothing of its path, query and headers', async () => {
  const lines: string[] = [];
  const log = createLogger({ logLevel: 'debug' }, 'api', { write: (line) => void lines.push(line) });
  const app = express();
  app.use(logRequests(log));
  const api = express.Router();
  api.get('/link/:token', (_req, res) => void res.json({}));
  api.get('/broken/:token', (_req, res) => void res.status(500).json({}));
  app.use('/api', api);
  server = await listenOn(app, 0);
  const headers = { authorization: 'Bearer canary-header', referer: 'http://localhost/canary-referer' };
  for (const path of ['link/canary-path?token=canary-query', 'broken/canary-path', 'nothing/canary-path'])
    await fetch(`http://127.0.0.1:${server.port}/api/${path}`, { headers });
  await vi.waitFor(() => expect(lines).toHaveLength(3));
  expect(lines.join('')).not.toContain('canary');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'debug', route: '/link/:token', req: { method: 'GET' }, res: { statusCode: 200 } },
    { level: 'error', route: '/broken/:token', req: { method: 'GET' }, res: { statusCode: 500 } },
    { level: 'debug', route: 'none', req: { method: 'GET' }, res: { statusCode: 404 } },
  ]);
});
