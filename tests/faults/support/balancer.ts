import { once } from 'node:events';
import { Agent, get, request } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenOn } from '#services/platform/http/listen-on.ts';

const checkEveryMs = 200;

/** Returns whether the API on this port is ready, asked on a connection of its own. It serves every call without the queue. */
export async function isReady(port: number): Promise<boolean> {
  const path = '/health/ready?exclude=queue';
  const call = get({ port, path, agent: false, signal: AbortSignal.timeout(2_000) });
  try {
    const [response] = await once(call, 'response');
    response.resume();
    return response.statusCode === 200;
  } catch {
    return false;
  }
}

/** A running reverse proxy. */
export interface Balancer {
  port: number;
  /** Whether requests are sent to the API on this port. */
  uses(port: number): boolean;
  close(): Promise<void>;
}

/**
 * Starts a reverse proxy that keeps connections to every API alive and sends new requests to those whose readiness
 * succeeded last. It repeats nothing: a lost connection is a 502.
 */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const stopped = new AbortController();
  let ready: number[] = [...ports];
  const checks = ports.map(async (port) => {
    while (!stopped.signal.aborted) {
      const others = ready.filter((other) => other !== port);
      ready = (await isReady(port)) ? [...others, port] : others;
      await sleep(checkEveryMs, undefined, { signal: stopped.signal }).catch(() => {});
    }
  });
  let turn = 0;
  const server = await listenOn((incoming, outgoing) => {
    turn += 1;
    const port = ready[turn % ready.length];
    const { method, url: path, headers } = incoming;
    const forwarded = request({ port, method, path, headers, agent });
    forwarded.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, {
        'content-type': response.headers['content-type'] ?? '',
      });
      pipeline(response, outgoing).catch(() => outgoing.destroy());
    });
    forwarded.on('error', ({ message }) => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end(message);
    });
    pipeline(incoming, forwarded).catch(() => {});
  }, 0);
  return {
    port: server.port,
    uses: (port) => ready.includes(port),
    async close() {
      stopped.abort();
      await Promise.all(checks);
      agent.destroy();
      await server.close();
    },
  };
}
