import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from '#sandbox/processes/ports.ts';
import { startRedis, type TestRedis } from './start-redis.ts';

/** Several servers that are one Redis for the product. */
export interface RedisGroup {
  /** For REDIS_URL. */
  address: string;
  servers: readonly TestRedis[];
  /** Returns the port of the primary that the first Sentinel names; of the first server in a Cluster. */
  primaryPort(): Promise<number>;
  stop(): Promise<void>;
}

const lastSlot = 16_383;

/** Starts a primary, a replica of it, and three Sentinels that replace the primary one second after it is gone. */
export async function startSentinelGroup(path: string): Promise<RedisGroup> {
  const servers = await Promise.all([startRedis(path), startRedis(path)]);
  const [primary, replica] = servers;
  await command(replica.port, 'REPLICAOF', '127.0.0.1', String(primary.port));
  const folder = await mkdtemp(join(tmpdir(), 'courselift-sentinel-'));
  const ports = await Promise.all([freePort(), freePort(), freePort()]);
  const sentinels = await Promise.all(ports.map((port) => startSentinel(path, { folder, port, primary })));
  // A fail-over needs Sentinels that know each other and the replica.
  for (const port of ports)
    await until(async () => {
      const info = await command(port, 'INFO', 'sentinel');
      return /slaves=1,sentinels=3/.test(String(info));
    });
  return {
    address: `redis+sentinel://${ports.map((port) => `127.0.0.1:${port}`).join(',')}/queues`,
    servers,
    async primaryPort() {
      const named = await command(ports[0], 'SENTINEL', 'get-master-addr-by-name', 'queues');
      return Number((named as string[])[1]);
    },
    async stop() {
      for (const sentinel of sentinels) await end(sentinel);
      for (const server of servers) await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts three primaries that share the slots of one Cluster. */
export async function startCluster(path: string): Promise<RedisGroup> {
  const servers = await Promise.all(
    [1, 2, 3].map(() => startRedis(path, { settings: { 'cluster-enabled': 'yes' } })),
  );
  const [first] = servers as [TestRedis, ...TestRedis[]];
  for (const [index, { port }] of servers.entries()) {
    const from = Math.ceil((index * (lastSlot + 1)) / servers.length);
    const to = Math.ceil(((index + 1) * (lastSlot + 1)) / servers.length) - 1;
    await command(port, 'CLUSTER', 'ADDSLOTSRANGE', String(from), String(to));
    await command(port, 'CLUSTER', 'MEET', '127.0.0.1', String(first.port));
  }
  for (const { port } of servers)
    await until(async () => {
      const info = String(await command(port, 'CLUSTER', 'INFO'));
      return info.includes('cluster_state:ok') && info.includes('cluster_known_nodes:3');
    });
  return {
    address: `redis+cluster://${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    servers,
    primaryPort: async () => first.port,
    async stop() {
      for (const server of servers) await server.stop();
    },
  };
}

async function startSentinel(
  path: string,
  { folder, port, primary }: { folder: string; port: number; primary: TestRedis },
): Promise<ChildProcess> {
  const file = join(folder, `${port}.conf`);
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${folder}`,
    `sentinel monitor queues 127.0.0.1 ${primary.port} 2`,
    'sentinel down-after-milliseconds queues 1000',
    // Sentinels that voted for each other wait for twice this time.
    'sentinel failover-timeout queues 2000',
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  const sentinel = spawn(path, [file, '--sentinel'], { stdio: 'ignore' });
  await until(async () => (await command(port, 'PING')) === 'PONG');
  return sentinel;
}

async function command(port: number, name: string, ...args: string[]): Promise<unknown> {
  const client = new Redis({ port, host: '127.0.0.1', lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => {});
  try {
    await client.connect();
    return await client.call(name, ...args);
  } finally {
    client.disconnect();
  }
}

async function until(check: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (await check().catch(() => false)) return;
    await sleep(50);
  }
  throw new Error('The servers of Redis did not find each other within 30 s');
}

async function end(process: ChildProcess): Promise<void> {
  process.kill('SIGKILL');
  if (process.exitCode === null && process.signalCode === null) await once(process, 'exit');
}
