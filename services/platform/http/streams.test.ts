import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Request, Response } from 'express';
import { expect, it } from 'vitest';
import { type EventSource, streamEvents } from './streams.ts';

/** Sends a request and closes its connection at once; `respond` runs after the close. */
async function hangUp(respond: (req: Request, res: Response) => void): Promise<void> {
  const server = createServer();
  const called = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const caller = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  caller.on('error', () => {});
  caller.end();
  const [req, res] = await called;
  const closed = once(res, 'close');
  caller.destroy();
  await closed;
  const express = Object.assign(res, {
    set: (headers: object) => res.setHeaders(new Map(Object.entries(headers))),
  });
  respond(req as Request, express as unknown as Response);
  server.close();
}

it('does not subscribe when the client has disconnected before the response', async () => {
  let open = 0;
  const source: EventSource = {
    start() {
      open += 1;
      return () => {
        open -= 1;
      };
    },
  };
  await hangUp((req, res) => streamEvents(req, res, source));
  expect(open).toBe(0);
});
