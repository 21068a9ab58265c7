import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import express from 'express';
import { afterEach, expect, it } from 'vitest';
import { type Listening, listenOn } from './listen-on.ts';

let server: Listening;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterEach(async () => {
  agent.destroy();
  await server.close();
});

const app = express().get('/', (_req, res) => {
  res.send('served');
});

/** Sends a request on the one connection of the agent. Rejects when the connection is reset. */
async function readHeaders() {
  const [response] = (await once(get({ port: server.port, agent }), 'response')) as [IncomingMessage];
  await once(response.resume(), 'end');
  return response.headers;
}
const request = async () => (await readHeaders()).connection;

it('keeps an idle connection longer than nginx (60 s) and Caddy (120 s) do', async () => {
  server = await listenOn(app, 0);
  const [, seconds] = /^timeout=(\d+)$/.exec((await readHeaders())['keep-alive'] as string) ?? [];
  expect(Number(seconds)).toBeGreaterThan(120);
});

it('serves on a connection that was idle when the shutdown began, and closes it after the response', async () => {
  server = await listenOn(app, 0);
  expect(await request()).toBe('keep-alive');
  const drained = server.drain(300);
  expect(await request()).toBe('close');
  expect(await request()).toBe('close');
  await drained;
});

it('closes a connection that stays idle during the shutdown at its end', async () => {
  server = await listenOn(app, 0);
  const socket = connect(server.port);
  await once(socket, 'connect');
  let isClosed = false;
  socket.once('close', () => {
    isClosed = true;
  });
  await server.drain(50);
  expect(isClosed).toBe(false);
  socket.resume();
  await Promise.all([once(socket, 'close'), server.close()]);
});

it('accepts no connection after the shutdown', async () => {
  server = await listenOn(app, 0);
  await server.drain(0);
  await server.close();
  await expect(request()).rejects.toThrow('ECONNREFUSED');
});
