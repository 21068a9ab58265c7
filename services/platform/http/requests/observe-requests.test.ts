import express from 'express';
import { afterEach, expect, it, vi } from 'vitest';
import { patient } from '#tests/support/soon.ts';
import { createLogger } from '../../log.ts';
import { type Listening, listenOn } from '../listen-on.ts';
import { logRequests } from './observe-requests.ts';

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
  await vi.waitFor(() => expect(lines).toHaveLength(3), patient);
  expect(lines.join('')).not.toContain('canary');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'debug', route: '/link/:token', req: { method: 'GET' }, res: { statusCode: 200 } },
    { level: 'error', route: '/broken/:token', req: { method: 'GET' }, res: { statusCode: 500 } },
    { level: 'info', route: 'none', req: { method: 'GET' }, res: { statusCode: 404 } },
  ]);
});

// ASVS 16.2.1, 16.3.1, 16.3.2, 16.3.3
it('logs sign-ins and rejected calls at info, with the id of the caller where it is known', async () => {
  const lines: string[] = [];
  const log = createLogger({ logLevel: 'info' }, 'api', { write: (line) => void lines.push(line) });
  const app = express();
  app.use(logRequests(log));
  const api = express.Router();
  api.post('/sign-in', (_req, res) => {
    res.locals.logged = { userId: 'u-1', isSignIn: true };
    res.json({});
  });
  api.get('/status/:status', (req, res) => {
    res.locals.logged = { userId: 'u-2', isSignIn: false };
    res.status(Number(req.params.status)).json({});
  });
  app.use('/api', api);
  server = await listenOn(app, 0);
  const at = `http://127.0.0.1:${server.port}/api`;
  await fetch(`${at}/sign-in`, { method: 'POST' });
  for (const status of [200, 401, 403, 404, 409, 422, 429]) await fetch(`${at}/status/${status}`);
  await vi.waitFor(() => expect(lines).toHaveLength(7), patient);
  const logged = lines.map((line) => JSON.parse(line));
  expect(logged[0]).toMatchObject({
    level: 'info',
    route: '/sign-in',
    userId: 'u-1',
    res: { statusCode: 200 },
  });
  expect(logged.slice(1).map(({ userId, res, time }) => [userId, res.statusCode, typeof time])).toEqual(
    [401, 403, 404, 409, 422, 429].map((status) => ['u-2', status, 'string']),
  );
});
