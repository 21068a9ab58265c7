import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Longest time from the start of a graceful shutdown until the last connection is closed, in milliseconds. */
const closedAfterMs = 8_000;

/**
 * How long a connection without a request stays open. Longer than any usual proxy keeps one for its next request (nginx
 * 60 s, Caddy 120 s): otherwise it sends a request on a connection that is just being closed, and responds with 502.
 */
const keepAliveTimeout = 130_000;

/** A listening server with a graceful shutdown: first `drain`, then `close`. @internal For its test. */
export type Listening = Awaited<ReturnType<typeof listenOn>>;

/** Listens on a port (0 for any free one). Rejects when the port is in use. */
export async function listenOn(app: RequestListener, port: number, host?: string) {
  let shutdownStartedMs: number | undefined;
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 20_000, keepAliveTimeout });
  server.on('request', (_req, res) => {
    if (shutdownStartedMs !== undefined) res.setHeader('Connection', 'close');
  });
  server.on('request', app);
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    /**
     * Serves for `graceMs` more, in which load balancers notice that readiness fails. Each response closes its connection,
     * so that clients with keep-alive connect elsewhere before `close` resets what is left.
     */
    async drain(graceMs: number): Promise<void> {
      shutdownStartedMs ??= performance.now();
      await sleep(graceMs);
    },
    /** Accepts no new connections, waits for running requests until 8 s after the start of the shutdown, closes the rest. */
    async close(): Promise<void> {
      shutdownStartedMs ??= performance.now();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Browsers open connections in advance, which Node does not count as idle before their first request.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      const leftMs = Math.max(0, shutdownStartedMs + closedAfterMs - performance.now());
      const cut = setTimeout(() => server.closeAllConnections(), leftMs);
      await closed;
      clearTimeout(cut);
    },
  };
}
