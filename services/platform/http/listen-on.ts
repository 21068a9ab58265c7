import { createServer, type RequestListener, type Server } from 'node:http';

const drainMs = 6_000;

/** A listening server with a graceful shutdown. */
export interface Listening {
  port: number;
  /** Drains the server: accepts no new connections, waits up to 6 s for running requests, then closes the rest. */
  close(): Promise<void>;
}

/** Listens on a port (0 for any free one). Rejects when the port is in use. */
export async function listenOn(app: RequestListener, port: number, host?: string): Promise<Listening> {
  const server = createServer(
    { requestTimeout: 60_000, headersTimeout: 20_000, keepAliveTimeout: 10_000 },
    app,
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return { port: typeof address === 'object' && address ? address.port : port, close: () => drain(server) };
}

async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Idle keep-alive connections would hold the server open until they time out.
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(cut);
}
