import { createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** One address in front of products, of which one is reached at a time, or none. */
export interface SwitchedSite {
  url: string;
  /** Leads requests to the product at this URL; without one, connections are closed. */
  switchTo(target: string | undefined): void;
  /** Closes all connections, and that of the next request for this path. */
  dropNext(path: string): void;
  /** Bytes that were sent to clients until now, headers included. */
  sentBytes(): number;
  close(): Promise<void>;
}

/** Starts it: a service worker belongs to an address, which stays the same when releases change. */
export async function startSwitchedSite(target: string): Promise<SwitchedSite> {
  let current: string | undefined = target;
  let dropped: string | undefined;
  const sockets = new Set<Socket>();
  let closedBytes = 0;
  const server = createServer((req, res) => {
    const { url: path, method, headers } = req;
    const isDropped = path === dropped;
    if (isDropped) dropped = undefined;
    if (!current || isDropped) return void req.socket.destroy();
    const { hostname, port } = new URL(current);
    const forwarded = request({ hostname, port, path, method, headers }, (response) => {
      res.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(res);
    });
    forwarded.once('error', () => res.destroy());
    res.once('close', () => forwarded.destroy());
    req.pipe(forwarded);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      closedBytes += socket.bytesWritten;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const disconnect = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    switchTo(next) {
      current = next;
      disconnect();
    },
    dropNext(path) {
      dropped = path;
      disconnect();
    },
    sentBytes: () => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, closedBytes),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        disconnect();
      }),
  };
}
