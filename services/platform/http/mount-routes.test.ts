import express from 'express';
import { afterEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#contracts/endpoint.ts';
import { type Listening, listenOn } from './listen-on.ts';
import { mountRoutes } from './mount-routes.ts';

let server: Listening | undefined;
afterEach(() => server?.close());

const access = {
  readToken: async () => undefined,
  findCaller: async () => undefined,
  limit: async () => ({ succeeded: async () => {} }),
  db: undefined as never,
};

// ASVS 8.2.3, 15.3.1
it('a response has no field that the contract does not name, at any depth', async () => {
  const person = z.object({ name: z.string() });
  const contract = endpoint('GET', '/people', 'public', {
    summary: 'People',
    response: z.object({ message: z.string(), data: z.array(person) }),
  });
  const ada = { name: 'Ada', passwordHash: 'canary' };
  const handle = async () => ({ message: 'People', data: [ada], secret: 'canary' });
  const app = express();
  app.use(mountRoutes([{ contract, handle } as never], {}, access));
  server = await listenOn(app, 0);
  const response = await fetch(`http://127.0.0.1:${server.port}/people`);
  expect(await response.json()).toEqual({ message: 'People', data: [{ name: 'Ada' }] });
});

it('a path without parameters is found as the router finds it: by case, HEAD, OPTIONS, other methods and errors', async () => {
  const response = z.object({ route: z.string() });
  const describePath = (path: `/${string}`) => endpoint('GET', path, 'public', { summary: path, response });
  const contracts = (['/people/me', '/people/:id', '/broken'] as const).map(describePath);
  const app = express();
  const routes = contracts.map((contract) => ({
    contract,
    handle: async () => {
      if (contract.path === '/broken') throw new Error('broken');
      return { route: contract.path };
    },
  }));
  const patterns: unknown[] = [];
  app.use((req, res, next) => {
    res.once('finish', () => patterns.push(req.route?.path));
    next();
  });
  app.use(mountRoutes(routes as never, {}, access));
  app.use(((error, _req, res, _next) => {
    res.status(error.status ?? 500).end();
  }) satisfies express.ErrorRequestHandler);
  server = await listenOn(app, 0);
  const { port } = server;
  const send = async (method: string, path: string) => {
    const sent = await fetch(`http://127.0.0.1:${port}${path}`, { method });
    return [sent.status, sent.headers.get('allow'), await sent.text()];
  };
  const me = JSON.stringify({ route: '/people/me' });
  expect(await send('GET', '/people/me?a=1')).toEqual([200, null, me]);
  expect(await send('GET', '/people/me/')).toEqual([200, null, me]);
  expect(await send('HEAD', '/people/me')).toEqual([200, null, '']);
  expect(await send('GET', '/people/Me')).toEqual([200, null, JSON.stringify({ route: '/people/:id' })]);
  expect(await send('GET', '/broken')).toEqual([500, null, '']);
  expect(await send('POST', '/people/me')).toEqual([405, 'GET', '']);
  expect(await send('OPTIONS', '/people/me')).toEqual([405, 'GET', '']);
  expect(patterns).toEqual([
    '/people/me',
    '/people/me',
    '/people/me',
    '/people/:id',
    '/broken',
    '/people/me',
    '/people/me',
  ]);
});
