import express from 'express';
import { afterEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#contracts/endpoint.ts';
import { type Listening, listenOn } from './listen-on.ts';
import { mountRoutes } from './mount-routes.ts';

let server: Listening | undefined;
afterEach(() => server?.close());

// ASVS 8.2.3, 15.3.1
it('a response has no field that the contract does not name, at any depth', async () => {
  const person = z.object({ name: z.string() });
  const contract = endpoint({
    method: 'GET',
    path: '/people',
    summary: 'People',
    auth: 'public',
    response: z.object({ message: z.string(), data: z.array(person) }),
  });
  const ada = { name: 'Ada', passwordHash: 'canary' };
  const handle = async () => ({ message: 'People', data: [ada], secret: 'canary' });
  const access = {
    findCaller: async () => undefined,
    limit: async () => ({ succeeded: async () => {} }),
    db: undefined as never,
  };
  const app = express();
  app.use(mountRoutes([{ contract, handle } as never], {}, access));
  server = await listenOn(app, 0);
  const response = await fetch(`http://127.0.0.1:${server.port}/people`);
  expect(await response.json()).toEqual({ message: 'People', data: [{ name: 'Ada' }] });
});
