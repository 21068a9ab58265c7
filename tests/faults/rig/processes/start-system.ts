import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DataSource } from 'typeorm';
import { entities } from '#services/entities.ts';
import { type Config, readConfig } from '#services/platform/config.ts';
import { createDataSource } from '#services/platform/database/data-source.ts';
import { startBalancer } from '#tests/faults/support/balancer.ts';
import { controlPayments } from '#tests/support/money/payment-control.ts';
import { builtPages } from '#tests/support/pages/built-pages.ts';
import { holdPort } from '#tests/support/product/hold-port.ts';
import { type ProductProcess, startProcess } from '#tests/support/product/product-process.ts';
import { freePortTriple } from '#tests/support/product/start-product.ts';
import { startCaddy } from '#tests/support/servers/start-caddy.ts';
import { startRedis, type TestRedis } from '#tests/support/servers/start-redis.ts';
import { requireRedis } from '#tests/support/vitest/requirements.ts';
import { inspectorOptions } from '../checks/read-heap.ts';
import type { RigOptions } from '../options.ts';
import { createRandom } from '../random.ts';
import { type DatabaseServer, startDatabaseServer } from './database-server.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { faultStarts } from './faulty-starts.ts';
import { type Supervised, supervise } from './supervised.ts';
import { mountVolume, type Volume, type VolumeName } from './volume.ts';

type AtLeastTwo<T> = readonly [T, T, ...T[]];

/** Everything that a run started. */
export interface System {
  apis: AtLeastTwo<Supervised>;
  workers: AtLeastTwo<Supervised>;
  /** Addresses of the first two APIs, then that of the balancer. */
  urls: readonly [string, string, string];
  /** Addresses that clients choose from: every API and the balancer, or Caddy alone. */
  clientUrls: readonly [string, ...string[]];
  /** Ports of the APIs. */
  ports: readonly number[];
  database: DatabaseServer;
  redis: TestRedis | undefined;
  proxies: Record<'postgres' | 'provider' | 'smtp', FaultProxy> & { redis: FaultProxy | undefined };
  /** The file system of the scenario. */
  volume: Volume | undefined;
  sandbox: { httpUrl: string };
  /** Of the owner of the tables, not through the proxy that faults close. */
  db: DataSource;
  config: Config;
  close(): Promise<void>;
}

const compiled = fileURLToPath(new URL('../../../../node_modules/.cache/compiled', import.meta.url));

/** Changes of a scenario to the system. */
interface Changes {
  /** Settings of single processes, by their name as in `worker 2`. */
  environment?: Record<string, Record<string, string>>;
  /** The folder with a small file system of its own. */
  volume?: VolumeName;
}

/** Folders of the run that a volume may be mounted at, with sizes in megabytes. A new cluster has about 60 MB. */
const volumes = { data: ['database', 256], wal: ['wal', 192], aof: ['redis', 64] } as const;

/** Starts APIs, workers, PostgreSQL, Redis where it is chosen, the sandbox, and the proxies between them. */
export async function startSystem(options: RigOptions, changes: Changes = {}): Promise<System> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'courselift-rig-')));
  const closing: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true, maxRetries: 5 })];
  const close = async () => {
    for (const stop of closing.splice(0).reverse()) await stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void close().finally(() => process.exit(1)));
  try {
    return { ...(await start(folder, { ...options, ...changes }, (stop) => void closing.push(stop))), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(
  folder: string,
  {
    seed,
    backend,
    hasFaultyStarts,
    apis = 2,
    workers = 2,
    proxy,
    environment = {},
    volume: mounted,
  }: Pick<RigOptions, 'seed' | 'backend' | 'hasFaultyStarts' | 'apis' | 'workers' | 'proxy'> & Changes,
  defer: (stop: () => unknown) => void,
) {
  await builtPages();
  const program = backend === 'redis' ? requireRedis() : undefined;
  if (program?.missing) throw new Error(program.missing);
  const [mountFolder, megabytes] = mounted ? volumes[mounted] : [];
  const volume = mountFolder && (await mountVolume(join(folder, mountFolder), megabytes));
  if (volume) defer(() => volume.unmount());
  const redisFolder = mounted === 'aof' ? volume?.folder : undefined;
  const redis = program?.path ? await startRedis(program.path, { parent: redisFolder }) : undefined;
  if (redis) defer(() => redis.stop());
  const redisProxy = redis && (await startFaultProxy(redis.port));
  if (redisProxy) defer(() => redisProxy.close());
  const redisUrl = redisProxy && `redis://127.0.0.1:${redisProxy.port}`;
  const database = await startDatabaseServer(folder, {
    redisUrl,
    hasOwnWal: mounted === 'data' || mounted === 'wal',
  });
  defer(() => database.stop());

  const held = await times(apis, () => holdPort());
  const ports = held.map(({ port }) => port);
  // Before the balancer, whose first connections would keep a port that is held from being closed.
  for (const port of held) await port.release();
  const balancer = await (proxy === 'caddy' ? startCaddy(ports, folder) : startBalancer(ports));
  defer(() => balancer.close());
  const sandboxPort = await freePortTriple();
  const secretKey = `sk_test_${randomBytes(12).toString('hex')}`;
  const sandboxDir = join(folder, 'sandbox');
  await mkdir(sandboxDir);
  const provider: ProductProcess = await startProcess('sandbox', {
    PORT: String(balancer.port),
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: sandboxDir,
    PAYMENT_SECRET_KEY: secretKey,
  });
  defer(() => provider.end());
  const sandbox = { httpUrl: `http://127.0.0.1:${sandboxPort}` };
  // Retries of webhooks after 3 s instead of 3 minutes.
  await controlPayments({ sandbox }, 'PATCH', 'settings', { webhookSpeed: 60, refundStepMs: 500 });
  const [providerProxy, smtp] = [await startFaultProxy(sandboxPort), await startFaultProxy(sandboxPort + 1)];
  defer(() => Promise.all([providerProxy.close(), smtp.close()]));

  const env: Record<string, string> = {
    NODE_ENV: 'test',
    NODE_COMPILE_CACHE: compiled,
    PORT: String(ports[0]),
    PUBLIC_URL: `http://localhost:${balancer.port}`,
    LOG_LEVEL: 'warn',
    DATABASE_URL: database.databaseUrl,
    ...(redisUrl && { REDIS_URL: redisUrl }),
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    ...(proxy === 'caddy' && { TRUST_PROXY_HOPS: '1' }),
    PAYMENT_BASE_URL: `http://127.0.0.1:${providerProxy.port}/payments`,
    PAYMENT_SECRET_KEY: secretKey,
    // Minutes of production become seconds.
    PAYMENT_POLL_SECONDS: '2,5,10,20,40,60,120,300',
    RESERVATION_MINUTES: '0.03',
    TOKEN_SECRET: randomBytes(32).toString('base64'),
    CREDENTIAL_KEYS: `1:${randomBytes(32).toString('base64')}`,
    RATE_LIMIT_FACTOR: '10000',
    RESERVATIONS_PER_SPONSOR: '100000',
    RENEWALS_PER_DAY: '100000',
    OPEN_MEETINGS_PER_SPONSOR: '100000',
    NEW_MEETINGS_PER_DAY: '100000',
  };
  const config = readConfig(env);
  const db = createDataSource({
    entities,
    databaseUrl: database.ownerUrl,
    applicationName: 'rig',
    poolSize: 5,
  });
  await db.initialize();
  defer(() => db.destroy());
  const supervised = async (kind: 'api' | 'worker', index: number) => {
    const name = `${kind} ${index + 1}`;
    const settings = {
      ...env,
      PORT: String(ports[index] ?? ports[0]),
      ...environment[name],
      NODE_OPTIONS: [environment[name]?.NODE_OPTIONS, inspectorOptions].filter(Boolean).join(' '),
    };
    if (!hasFaultyStarts) return supervise(name, () => startProcess(kind, settings));
    const starts = await faultStarts(settings, createRandom(seed + 2 * index + (kind === 'api' ? 1 : 2)));
    defer(() => starts.close());
    return supervise(name, () => {
      starts.begin();
      return startProcess(kind, starts.env);
    });
  };
  const [startedApis, startedWorkers] = await Promise.all([
    times(apis, (index) => supervised('api', index)),
    times(workers, (index) => supervised('worker', index)),
  ]);
  defer(() => Promise.all([...startedApis, ...startedWorkers].map((running) => running.stop())));
  const address = (port: number) => `http://127.0.0.1:${port}`;
  const [first, second, ...others] = ports.map(address);
  const proxyUrl = address(balancer.port);
  return {
    apis: atLeastTwo(startedApis),
    workers: atLeastTwo(startedWorkers),
    urls: [first ?? '', second ?? '', proxyUrl] as const,
    clientUrls:
      proxy === 'caddy' ? ([proxyUrl] as const) : ([first ?? '', second ?? '', ...others, proxyUrl] as const),
    ports,
    database,
    redis,
    proxies: { postgres: database.proxy, provider: providerProxy, smtp, redis: redisProxy },
    volume,
    sandbox,
    db,
    config,
  };
}

const times = <T>(count: number, start: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => start(index)));

function atLeastTwo<T>(all: readonly T[]): AtLeastTwo<T> {
  const [first, second, ...others] = all;
  if (first === undefined || second === undefined)
    throw new Error('A run has two processes of each kind at least.');
  return [first, second, ...others];
}
