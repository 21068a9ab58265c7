import { once } from 'node:events';
import { createServer } from 'node:net';

export interface RequiredPort {
  port: number;
  /** Its listener, and the variable that changes it. */
  use: string;
  variable: string;
}

/** Checks that all ports are free. @throws an Error with one line that names port and variable. */
export async function assertPortsFree(ports: RequiredPort[]): Promise<void> {
  for (const { port, use, variable } of ports) {
    for (const host of ['127.0.0.1', undefined]) {
      const problem = await tryPort(port, host);
      if (problem === 'EADDRINUSE')
        throw new Error(`Port ${port} (${use}) is in use. Set ${variable} to another port.`);
      // Other errors are ignored: a machine without IPv6 cannot listen on all addresses.
      if (problem === 'EACCES')
        throw new Error(`Port ${port} (${use}) may not be used. Set ${variable} above 1023.`);
    }
  }
}

/** Returns a TCP port of 127.0.0.1 that is currently free. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('This machine gives no free port.');
  return address.port;
}

function tryPort(port: number, host: string | undefined): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}
