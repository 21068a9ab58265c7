import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { onFirstUse } from './on-first-use.ts';

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
