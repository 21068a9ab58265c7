import type { Random } from '../random.ts';
import { type ChooseFault, type ConnectionFault, startFaultProxy } from './fault-proxy.ts';

const faults: readonly [ConnectionFault, ...ConnectionFault[]] = ['hold', 'drop', 'delay'];
/** How many connections count as the first ones, and the share of them with a fault. */
const firstConnections = 20;
const share = 0.25;

/** The proxies of one process; see {@link faultStarts}. */
export interface FaultyStarts {
  /** Settings of the process, with the addresses of the proxies. */
  env: Record<string, string>;
  /** Called before each start of the process. */
  begin(): void;
  close(): Promise<void>;
}

/** Puts proxies of its own between a process and its servers, which hold, drop or delay some of its first connections. */
export async function faultStarts(env: Record<string, string>, random: Random): Promise<FaultyStarts> {
  let left = 0;
  const choose: ChooseFault = () => {
    if (left === 0) return undefined;
    left -= 1;
    return random.next() < share ? random.pick(faults) : undefined;
  };
  const servers = ['DATABASE_URL', 'REDIS_URL'].flatMap((name) => (env[name] ? [[name, env[name]]] : []));
  const proxied = await Promise.all(
    servers.map(async ([name = '', url = '']) => {
      const address = new URL(url);
      const proxy = await startFaultProxy(Number(address.port));
      proxy.faultConnections(choose);
      return { name, proxy, url: Object.assign(address, { port: String(proxy.port) }).href };
    }),
  );
  return {
    env: { ...env, ...Object.fromEntries(proxied.map(({ name, url }) => [name, url])) },
    begin() {
      left = firstConnections;
    },
    async close() {
      await Promise.all(proxied.map(({ proxy }) => proxy.close()));
    },
  };
}
