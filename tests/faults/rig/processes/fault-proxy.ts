import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/**
 * `open`: as usual; `reset`: connections are reset; `silent`: they are accepted and get no response; `slow`: each chunk is
 * delayed.
 */
export type ProxyState = 'open' | 'reset' | 'silent' | 'slow';

/** A TCP proxy in front of one server. */
export interface FaultProxy {
  port: number;
  state(): ProxyState;
  setState(state: ProxyState): void;
  /** Sends new connections to another port, where the server was started again. */
  setTarget(port: number): void;
  close(): Promise<void>;
}

const delayMs = 300;

/** Starts a proxy on a free port of 127.0.0.1. A change to `reset` or back to `open` drops silent connections. */
export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  let state: ProxyState = 'open';
  let target = targetPort;
  // Data of connections that exist are held back while the proxy is silent, as on a line that is cut without a FIN.
  const held = new Set<() => void>();
  const line = () =>
    new Transform({
      transform(chunk, _encoding, done) {
        if (state === 'silent') held.add(() => done(null, chunk));
        else if (state === 'slow') setTimeout(() => done(null, chunk), delayMs);
        else done(null, chunk);
      },
    });
  const server = createServer((client) => {
    if (state === 'reset') {
      client.on('error', () => {}).resetAndDestroy();
      return;
    }
    const upstream = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
    }
    client.pipe(line()).pipe(upstream);
    upstream.pipe(line()).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    state: () => state,
    setState(wanted) {
      state = wanted;
      if (wanted === 'reset') for (const socket of sockets) socket.resetAndDestroy();
      if (wanted === 'silent') return;
      for (const release of held) release();
      held.clear();
    },
    setTarget(port) {
      target = port;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
