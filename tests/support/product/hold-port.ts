import { createServer } from 'node:net';

/** A port that is reserved for one test. */
export interface HeldPort {
  port: number;
  /** Lets it go, for the server that is to listen there now. */
  release(): Promise<void>;
}

/**
 * Takes a free TCP port and keeps it until the server that needs its number beforehand is ready to listen: a port
 * that is only looked up can be allocated to another process.
 */
export async function holdPort(): Promise<HeldPort> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('This machine gives no free port.');
  return { port: address.port, release: () => new Promise((resolve) => server.close(() => resolve())) };
}
