import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '#sandbox/postgres/start-postgres.ts';
import { migrate } from '#services/platform/database/migrate.ts';
import { startPgbouncer } from '../servers/start-pgbouncer.ts';
import { requirePgbouncer } from './requirements.ts';

/** The value that test files get by `inject('postgres')`. */
export interface TestPostgres {
  /** Address of the maintenance database, for `CREATE DATABASE`. */
  adminUrl: string;
  /** The role of the product's processes, as in a URL: `name:password`. */
  application: string;
  /** Name of the migrated, empty database that every test file clones. */
  template: string;
  /** Port of a PgBouncer in front of all databases (TEST_POOLER=1); products then send their transactions through it. */
  poolerPort: string | undefined;
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPostgres;
  }
}

interface SharedServer {
  users: number;
  ready: Promise<{ provided: TestPostgres; stop(): Promise<void> }>;
}

// Vitest runs this file once per project and loads it anew each time; the process is what they share.
const shared = globalThis as typeof globalThis & { courseliftTestPostgres?: SharedServer };

/** Starts one PostgreSQL for all projects of a run, with a migrated template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.courseliftTestPostgres ??= { users: 0, ready: startServer() };
  const server = shared.courseliftTestPostgres;
  server.users += 1;
  const { provided, stop } = await server.ready;
  project.provide('postgres', provided);
  return async () => {
    server.users -= 1;
    if (server.users > 0) return;
    delete shared.courseliftTestPostgres;
    await stop();
  };
}

async function startServer() {
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'courselift-test-')));
  // Root's temporary folder is closed to the account that PostgreSQL then runs as.
  await chmod(dataDir, 0o711);
  const postgres = await startPostgres({
    dataDir,
    password: randomBytes(12).toString('hex'),
    // Nothing here has to survive the machine going down.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  });
  const template = 'courselift_template';
  const adminUrl = postgres.urlOf('postgres');
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${template}`);
  await admin.end();
  const application = `courselift_app:${randomBytes(12).toString('hex')}`;
  const ownerUrl = postgres.urlOf(template);
  const databaseUrl = ownerUrl.replace(/\/\/.*@/, `//${application}@`);
  await migrate({ databaseUrl, ownerUrl, redisUrl: undefined });
  const pooler =
    process.env.TEST_POOLER === '1'
      ? await startPgbouncer(requirePgbouncer().path ?? '', [ownerUrl, databaseUrl], { poolSize: 10 })
      : undefined;
  const stop = async () => {
    await pooler?.stop();
    await postgres.stop();
    for (const folder of [dirname(postgres.clusterDir), dataDir])
      await rm(folder, { recursive: true, force: true });
  };
  const poolerPort = pooler && new URL(pooler.through(ownerUrl)).port;
  return { provided: { adminUrl, application, template, poolerPort }, stop };
}
