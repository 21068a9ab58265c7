import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves a floor on a free port, and sends the port to the process that started it. */
export function serve(listener: RequestListener): void {
  process.on('disconnect', () => process.exit(0));
  const server = createServer(listener).listen(0, '127.0.0.1', () => {
    process.send?.({ port: (server.address() as AddressInfo).port });
  });
}

/** The database that the scenario names. */
export const databaseUrl = process.env.DATABASE_URL ?? '';
