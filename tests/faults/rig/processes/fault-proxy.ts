import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/**
 * `open`: as usual; `reset`: connections are reset; `silent`: they are accepted and get no response; `slow`: each chunk is
 * delayed.
 */
export type ProxyState = 'open' | 'reset' | 'silent' | 'slow';

/**
 * How one connection fails when its client first sends something: nothing is forwarded for 3 s, longer than any client
 * waits for a connection; it is reset; each chunk arrives later.
 */
export type ConnectionFault = 'hold' | 'drop' | 'delay';

/** Chooses the fault of a new connection by the first bytes of its client; undefined for none. */
export type ChooseFault = (first: Buffer) => ConnectionFault | undefined;

/** A TCP proxy in front of one server. */
export interface FaultProxy {
  port: number;
  state(): ProxyState;
  setState(state: ProxyState): void;
  /** Chooses the faults of new connections from now on. */
  faultConnections(choose: ChooseFault): void;
  /** Sends new connections to another port, where the server was started again. */
  setTarget(port: number): void;
  close(): Promise<void>;
}

const delayMs = 300;
const holdMs = 3_000;

/** Starts a proxy on a free port of 127.0.0.1. A change to `reset` or back to `open` drops silent connections. */
export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  let state: ProxyState = 'open';
  let target = targetPort;
  let chooseFault: ChooseFault = () => undefined;
  // Data of connections that exist are held back while the proxy is silent, as on a line that is cut without a FIN.
  const held = new Set<() => void>();
  const line = (startFault: (first: Buffer) => ConnectionFault | undefined) => {
    let isFirst = true;
    let isDelayed = false;
    return new Transform({
      transform(chunk, _encoding, done) {
        const fault = startFault(chunk);
        const pass = () => done(null, chunk);
        if (fault === 'hold' && isFirst) setTimeout(pass, holdMs);
        else if (state === 'silent') held.add(pass);
        else if (state === 'slow') setTimeout(pass, delayMs);
        else if (fault === 'delay') {
          // The next chunk need not wait: a long way, not a narrow one.
          isDelayed = true;
          setTimeout(() => this.push(chunk), delayMs);
          done();
        } else pass();
        isFirst = false;
      },
      flush: (done) => void setTimeout(done, isDelayed ? delayMs : 0),
    });
  };
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
    // The client speaks first, in the protocols of PostgreSQL and Redis.
    let fault: { kind: ConnectionFault | undefined } | undefined;
    const sent = line((first) => {
      fault ??= { kind: chooseFault(first) };
      if (fault.kind === 'drop') client.resetAndDestroy();
      return fault.kind;
    });
    const received = line(() => (fault?.kind === 'delay' ? 'delay' : undefined));
    client.pipe(sent).pipe(upstream);
    upstream.pipe(received).pipe(client);
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
    faultConnections(choose) {
      chooseFault = choose;
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
