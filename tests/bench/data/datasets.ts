import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { type RunningPostgres, startPostgres } from '#sandbox/postgres/start-postgres.ts';
import { isRunning } from '#sandbox/processes/process-table.ts';
import { repairSearchIndex } from '#services/catalogue/import/bulk-import.ts';
import { migrate } from '#services/platform/database/migrate.ts';
import { datasetKey } from './dataset-key.ts';
import { type CacheEmptying, emptyFileCache } from './empty-file-cache.ts';
import { fillCourses } from './fill-courses.ts';
import { fillPeople } from './fill-people.ts';

/** Number of courses and of people in a dataset; open and paid requests are as many, up to 100,000. */
export const datasetSizes = [1_000, 10_000, 100_000, 1_000_000] as const;
export type DatasetSize = (typeof datasetSizes)[number];

/** Filled databases on one PostgreSQL server that writes durably (fsync). */
export interface Datasets {
  /** URL for the owner of the tables. */
  urlOf(size: DatasetSize): string;
  /** URL for the role of the product's processes. */
  applicationUrlOf(size: DatasetSize): string;
  /** Copies a dataset, or the empty schema; for scenarios whose writes would change it. `drop` removes the copy. */
  copy(size: DatasetSize | 'empty'): Promise<{ url: string; applicationUrl: string; drop(): Promise<void> }>;
  /** Restarts the server with nothing of its files in memory; the URLs change. Connections must be closed before. */
  restartCold(): Promise<CacheEmptying>;
  /** The server, for its process and memory. */
  readonly pid: number;
  stop(): Promise<void>;
}

interface Passwords {
  owner: string;
  application: string;
}

const folder = fileURLToPath(new URL('../../../.bench/data/', import.meta.url));

/** Settings of a server that builds: what it writes is of no value before it has been stopped. */
const building = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  maintenance_work_mem: '512MB',
};

/** Settings of a server that is measured, the same for product and floor. */
const measuring = { max_connections: '200', shared_buffers: '512MB', max_wal_size: '4GB' };

/**
 * Starts the server with these datasets. Those that are missing, or whose generator has changed, are built
 * first (about 2 minutes for 100,000 and 8 for 1,000,000) and cached below `.bench/data`.
 */
export async function openDatasets(
  sizes: readonly DatasetSize[],
  report: (line: string) => void = () => {},
): Promise<Datasets> {
  const dataDir = join(folder, datasetKey());
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const unlock = lock(join(dataDir, 'bench.pid'));
  await removeOthers(dataDir);
  const passwords = await readPasswords(dataDir);
  const missing = ['empty' as const, ...sizes].filter((size) => !existsSync(join(dataDir, `${size}.built`)));
  if (missing.length > 0) {
    const server = await startPostgres({ dataDir, password: passwords.owner, settings: building });
    try {
      for (const size of missing) {
        const startedMs = performance.now();
        report(`Building the dataset ${size}`);
        await build(server, passwords, size);
        report(`Built the dataset ${size} in ${Math.round((performance.now() - startedMs) / 1_000)} s`);
      }
    } finally {
      await server.stop(120_000);
    }
    await promisify(execFile)('sync');
    for (const size of missing) await writeFile(join(dataDir, `${size}.built`), '');
  }
  const start = () => startPostgres({ dataDir, password: passwords.owner, settings: measuring });
  const server = await start();
  for (const size of ['empty' as const, ...sizes]) await migrateDataset(server, passwords, size);
  return present(server, start, passwords, unlock);
}

/** Prevents a second run from stopping the server of this one. @throws when a run is using the datasets. */
function lock(path: string): () => void {
  const owner = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0;
  if (owner && owner !== process.pid && isRunning(owner))
    throw new Error(`The benchmark with process id ${owner} uses these datasets.`);
  writeFileSync(path, String(process.pid));
  return () => rmSync(path, { force: true });
}

function present(
  started: RunningPostgres,
  start: () => Promise<RunningPostgres>,
  passwords: Passwords,
  unlock: () => void,
): Datasets {
  let server = started;
  const urlOf = (name: string) => server.urlOf(name);
  const applicationUrlOf = (name: string) => asApplication(server.urlOf(name), passwords);
  return {
    get pid() {
      return server.pid;
    },
    urlOf: (size) => urlOf(nameOf(size)),
    applicationUrlOf: (size) => applicationUrlOf(nameOf(size)),
    async copy(size) {
      const name = `copy_${randomBytes(4).toString('hex')}`;
      await asOwner(server, `CREATE DATABASE ${name} TEMPLATE ${nameOf(size)} STRATEGY FILE_COPY`);
      return {
        url: urlOf(name),
        applicationUrl: applicationUrlOf(name),
        drop: () => asOwner(server, `DROP DATABASE ${name} WITH (FORCE)`),
      };
    },
    async restartCold() {
      await server.stop(60_000);
      const how = await emptyFileCache(server.clusterDir);
      server = await start();
      return how;
    },
    async stop() {
      await server.stop(60_000);
      unlock();
    },
  };
}

const nameOf = (size: DatasetSize | 'empty') => `bench_${size}`;

const asApplication = (url: string, { application }: Passwords) =>
  url.replace(/\/\/.*@/, `//courselift_app:${application}@`);

async function build(
  server: RunningPostgres,
  passwords: Passwords,
  size: DatasetSize | 'empty',
): Promise<void> {
  const name = nameOf(size);
  await asOwner(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await asOwner(server, `CREATE DATABASE ${name}`);
  await migrateDataset(server, passwords, size);
  if (size === 'empty') return;
  const client = new pg.Client({
    connectionString: server.urlOf(name),
    options: '-c jit=off -c work_mem=256MB',
  });
  await client.connect();
  try {
    await fillCourses(client, size);
    await fillPeople(client, size);
    await client.query('VACUUM (FREEZE, ANALYZE)');
  } finally {
    await client.end();
  }
}

async function migrateDataset(server: RunningPostgres, passwords: Passwords, size: DatasetSize | 'empty') {
  const ownerUrl = server.urlOf(nameOf(size));
  await migrate({ databaseUrl: asApplication(ownerUrl, passwords), ownerUrl, redisUrl: undefined });
  // As an API does after its start.
  if (await repairSearchIndex(ownerUrl)) await inDatabase(ownerUrl, 'VACUUM (ANALYZE) course_search');
}

const asOwner = (server: RunningPostgres, sql: string) => inDatabase(server.urlOf('postgres'), sql);

async function inDatabase(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function readPasswords(dataDir: string): Promise<Passwords> {
  const path = join(dataDir, 'passwords.json');
  if (!existsSync(path)) {
    const [owner, application] = [randomBytes(12).toString('hex'), randomBytes(12).toString('hex')];
    await writeFile(path, JSON.stringify({ owner, application }), { mode: 0o600 });
  }
  return JSON.parse(await readFile(path, 'utf8')) as Passwords;
}

/** Removes the datasets of earlier schemas, which would otherwise fill the disk. */
async function removeOthers(dataDir: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (join(folder, name) !== dataDir) await rm(join(folder, name), { recursive: true, force: true });
  }
}
