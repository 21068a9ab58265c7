import type { RequestListener } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { type Listening, listenOn } from '#services/platform/http/listen-on.ts';
import { freePort } from '../processes/ports.ts';
import { passToApi } from './pass-to-api.ts';

const running: Listening[] = [];
afterEach(() => Promise.all(running.splice(0).map((server) => server.close())));

async function serve(app: RequestListener, port = 0): Promise<string> {
  const server = await listenOn(app, port, '127.0.0.1');
  running.push(server);
  return `http://127.0.0.1:${server.port}`;
}

const echo: RequestListener = (req, res) => {
  res.writeHead(201, { 'X-Path': req.url });
  req.pipe(res);
};

it('forwards API calls with their bodies, and no other requests', async () => {
  const api = await serve(echo);
  const pass = passToApi(Number(new URL(api).port));
  const front = await serve((req, res) => pass(req, res, () => void res.end('page')));
  const response = await fetch(`${front}/api/x?y=1`, { method: 'POST', body: 'text' });
  expect([response.status, response.headers.get('x-path'), await response.text()]).toEqual([
    201,
    '/api/x?y=1',
    'text',
  ]);
  expect(await (await fetch(`${front}/apiary`)).text()).toBe('page');
});

it('holds a call while the API restarts', async () => {
  const port = await freePort();
  const pass = passToApi(port);
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const front = await serve((req, res) => {
    pass(req, res, () => {});
    arrive();
  });
  const call = fetch(`${front}/api/x`, { method: 'POST', body: 'text' });
  // The front has the call, and no API listens yet.
  await arrived;
  await serve(echo, port);
  expect(await (await call).text()).toBe('text');
});

it('responds with 503 when the API does not come back', async () => {
  const pass = passToApi(await freePort(), 0);
  const front = await serve((req, res) => pass(req, res, () => {}));
  const response = await fetch(`${front}/api/x`);
  expect([response.status, await response.json()]).toEqual([
    503,
    { message: 'The API is not running. Its error is in the terminal.' },
  ]);
});
