import { createServer } from 'node:net';

/** A port that a setting decides. */
export interface RequiredPort {
  port: number;
  /** What it is for, and which variable changes it. */
  use: string;
  variable: string;
}

/** @throws an Error with one line when a port is taken or may not be used, naming port and variable. */
export async function assertPortsFree(ports: RequiredPort[]): Promise<void> {
  for (const { port, use, variable } of ports) {
    for (const host of ['127.0.0.1', undefined]) {
      const problem = await tryPort(port, host);
      if (problem === 'EADDRINUSE')
        throw new Error(`Port ${port} (${use}) is in use. Set ${variable} to another port.`);
      // A machine without IPv6 cannot listen on "every address" of both kinds, which is no reason to refuse.
      if (problem === 'EACCES')
        throw new Error(`Port ${port} (${use}) may not be used. Set ${variable} above 1023.`);
    }
  }
}

/** A TCP port of 127.0.0.1 that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
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
