import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { credentialTables } from '#services/admin/keys/credential-tables.ts';
import { rotateCredentials } from '#services/admin/keys/rotate-credentials.ts';
import { createDataSource } from '#services/platform/database/data-source.ts';
import { scopeOf } from '#services/refunds/refund-account.ts';
import { decryptPassword, encryptPassword } from '#services/requests/encrypt-password.ts';
import { waitForLockWaits } from '#tests/support/database/lock-waits.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { processEnv } from '#tests/support/product/process-env.ts';

// The measured run of docs/operations.md: ROTATION_LOGINS=10000.
const logins = Number(process.env.ROTATION_LOGINS ?? 600);
const key = () => randomBytes(32).toString('base64');
const first = { 1: key() };
const both = { ...first, 2: key() };
const keys = { credentialKeys: both, credentialKeyVersion: '2' };
const canary = `canary-${randomBytes(8).toString('hex')}`;
const passwordOf = (id: string) => `${canary} ${id}`;
let database: TestDatabase;
let db: DataSource;
/** Of the role of the product's processes. */
let reading: DataSource;
let ids: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  const connect = (databaseUrl: string) =>
    createDataSource({ databaseUrl, applicationName: 'rotation-test', poolSize: 4 }).initialize();
  [db, reading] = await Promise.all([connect(database.url), connect(database.applicationUrl)]);
});
afterAll(async () => {
  await Promise.all([db?.destroy(), reading?.destroy()]);
  await database?.drop();
});

beforeEach(async () => {
  ids = Array.from({ length: logins }, () => randomUUID());
  await store(ids);
});

/** Replaces all logins by these, encrypted with the first key; they belong to no request. */
async function store(rowIds: readonly string[]): Promise<void> {
  const rows = rowIds.map((id) => encryptPassword(passwordOf(id), id, { credentialKeys: first }));
  await db.transaction(async (manager) => {
    await manager.query('SET LOCAL session_replication_role = replica');
    await manager.query('DELETE FROM platform_logins');
    await manager.query(
      `INSERT INTO platform_logins (request_id, key_version, wrapped_key, encrypted)
       SELECT id, '1', wrapped, encrypted FROM unnest($1::uuid[], $2::bytea[], $3::bytea[]) AS r (id, wrapped, encrypted)`,
      [rowIds, rows.map(({ wrappedKey }) => wrappedKey), rows.map(({ encrypted }) => encrypted)],
    );
  });
}

type Login = ReturnType<typeof encryptPassword> & { id: string };
const select = `SELECT request_id AS id, key_version AS "keyVersion", wrapped_key AS "wrappedKey", encrypted FROM platform_logins`;
const isReadable = (login: Login | undefined) =>
  login !== undefined && decryptPassword(login, login.id, keys) === passwordOf(login.id);
const readAll = (): Promise<Login[]> => db.query(select);
const versions = async () => {
  const counts: { version: string; n: number }[] = await db.query(
    'SELECT key_version AS version, count(*)::int AS n FROM platform_logins GROUP BY 1 ORDER BY 1',
  );
  return Object.fromEntries(counts.map(({ version, n }) => [version, n]));
};

/** Reads logins, as the product does, until it is stopped. */
function startReader() {
  const result = { reads: 0, failed: 0 };
  let isStopped = false;
  const done = (async () => {
    while (!isStopped) {
      const id = ids[Math.floor(Math.random() * ids.length)];
      const [login]: Login[] = await reading.query(`${select} WHERE request_id = $1`, [id]);
      result.reads += 1;
      try {
        if (!isReadable(login)) result.failed += 1;
      } catch {
        result.failed += 1;
      }
    }
  })();
  return async () => {
    isStopped = true;
    await done;
    return result;
  };
}

/** Starts the command as the role of the product's processes. */
function startCommand(env: Record<string, string> = {}, args: readonly string[] = ['credentials']) {
  const tool = fileURLToPath(new URL('../../tools/ops-rotate-keys.ts', import.meta.url));
  const listed = Object.entries(both).map(([number, text]) => `${number}:${text}`);
  const child = spawn(process.execPath, [tool, ...args], {
    cwd: tmpdir(),
    env: processEnv({ DATABASE_URL: database.applicationUrl, CREDENTIAL_KEYS: listed.join(','), ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  return { child, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, output })) };
}

it('knows every table with encrypted credentials', async () => {
  const tables: { table: string; id: string }[] = await db.query(
    `SELECT c.table_name AS table, k.column_name AS id FROM information_schema.columns c
     JOIN information_schema.key_column_usage k ON k.table_name = c.table_name AND k.constraint_name LIKE '%pkey%'
       OR k.table_name = c.table_name AND k.constraint_name LIKE 'PK%'
     WHERE c.table_schema = 'public' AND c.column_name = 'key_version' ORDER BY 1`,
  );
  expect(tables).toEqual(
    credentialTables.map(({ table, id }) => ({ table, id })).toSorted((a, b) => (a.table < b.table ? -1 : 1)),
  );
});

// ASVS 11.2.2
it('encrypts every login with the new key while a reader reads, without one failed read', async () => {
  const stop = startReader();
  const startedMs = performance.now();
  const { rotated, unreadable, counts } = await rotateCredentials(reading, keys);
  const tookMs = performance.now() - startedMs;
  const { reads, failed } = await stop();
  if (process.env.ROTATION_LOGINS)
    process.stdout.write(`${rotated} rows in ${tookMs.toFixed(0)} ms; ${reads} reads, ${failed} failed\n`);
  expect({ rotated, unreadable, failed }).toEqual({ rotated: logins, unreadable: [], failed: 0 });
  expect(reads).toBeGreaterThan(0);
  expect(counts).toEqual([{ table: 'platform_logins', keyVersion: '2', n: logins }]);
  // The first key is not needed any more.
  const newest = { credentialKeys: { 2: both[2] } };
  const all = await readAll();
  expect(
    all.filter((login) => decryptPassword(login, login.id, newest) === passwordOf(login.id)),
  ).toHaveLength(logins);
});

it('continues after kill -9 in the middle of a transaction: nothing is lost and nothing changed twice', async () => {
  const late = ids.toSorted()[Math.floor(logins * 0.7)] ?? '';
  await db.query(`CREATE FUNCTION hold_login() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF NEW.request_id = '${late}' THEN PERFORM pg_advisory_xact_lock(17); END IF; RETURN NEW; END $$`);
  await db.query(
    'CREATE TRIGGER hold_login BEFORE UPDATE ON platform_logins FOR EACH ROW EXECUTE FUNCTION hold_login()',
  );
  const holder = db.createQueryRunner();
  await holder.query('SELECT pg_advisory_lock(17)');
  const stop = startReader();
  try {
    const killed = startCommand();
    await waitForLockWaits({ db }, 1);
    killed.child.kill('SIGKILL');
    expect((await killed.ended).output).toMatch(/^Encrypting: \d+ %/);
  } finally {
    await holder.query('SELECT pg_advisory_unlock(17)');
    await holder.release();
    await db.query('DROP FUNCTION hold_login CASCADE');
  }
  const half = await versions();
  expect(half).toEqual({ 1: expect.any(Number), 2: expect.any(Number) });
  const changed = (await readAll()).filter(({ keyVersion }) => keyVersion === '2');

  // Two at once share the rest.
  const ended = await Promise.all([startCommand(), startCommand()].map((command) => command.ended));
  expect(await stop()).toMatchObject({ failed: 0 });
  expect(ended.map(({ code }) => code)).toEqual([0, 0]);
  const done = ended.map(({ output }) =>
    Number(/^(\d+) rows are encrypted with key 2 now/m.exec(output)?.[1]),
  );
  expect((done[0] ?? 0) + (done[1] ?? 0)).toBe(half[1]);
  expect(ended[0]?.output).toContain('Nothing remains: key 2 encrypts all rows.');
  const after = await readAll();
  expect([after.length, after.filter(isReadable).length]).toEqual([logins, logins]);
  const now = new Map(after.map((login) => [login.id, login.wrappedKey.toString('hex')]));
  expect(changed.filter(({ id, wrappedKey }) => now.get(id) !== wrappedKey.toString('hex'))).toEqual([]);
  for (const { output } of ended)
    for (const secret of [both[1], both[2], canary]) expect(output).not.toContain(secret);
});

it('binds bank details to their refund', async () => {
  const id = randomUUID();
  const stored = encryptPassword('{}', scopeOf(id), { credentialKeys: first });
  await db.transaction(async (manager) => {
    await manager.query('SET LOCAL session_replication_role = replica');
    await manager.query(
      'INSERT INTO refund_accounts (refund_id, key_version, wrapped_key, encrypted) VALUES ($1, $2, $3, $4)',
      [id, stored.keyVersion, stored.wrappedKey, stored.encrypted],
    );
  });
  await rotateCredentials(reading, keys);
  const [row] = await db
    .query(
      `DELETE FROM refund_accounts RETURNING key_version AS "keyVersion", wrapped_key AS "wrappedKey", encrypted`,
    )
    .then(([rows]: [Login[]]) => rows);
  expect([row?.keyVersion, row && decryptPassword(row, scopeOf(id), keys)]).toEqual(['2', '{}']);
});

it('leaves a row that its key does not decrypt, and rows that stay locked, and names what remains', async () => {
  const [damaged = '', locked = ''] = ids;
  await db.query('UPDATE platform_logins SET wrapped_key = encrypted WHERE request_id = $1', [damaged]);
  const holder = db.createQueryRunner();
  await holder.startTransaction();
  await holder.query('SELECT 1 FROM platform_logins WHERE request_id = $1 FOR UPDATE', [locked]);
  const result = await rotateCredentials(reading, keys, { waitMs: 0 });
  await holder.rollbackTransaction();
  await holder.release();
  expect(result).toMatchObject({
    rotated: logins - 2,
    unreadable: [`platform_logins ${damaged}`],
    counts: [
      { keyVersion: '1', n: 2 },
      { keyVersion: '2', n: logins - 2 },
    ],
  });
  const { code, output } = await startCommand().ended;
  expect(output).toContain(`Its key does not decrypt it: platform_logins ${damaged}`);
  expect(output).toContain('1 rows of other keys than 2 remain.');
  expect([code, await versions()]).toEqual([2, { 1: 1, 2: logins - 1 }]);
});

it('refuses without the new key, or without one that is in use, and changes nothing', async () => {
  const refused = [
    [{ CREDENTIAL_KEYS: `1:${both[1]}` }, 'CREDENTIAL_KEYS lists key 1 alone, so there is no other one'],
    [
      { CREDENTIAL_ENCRYPTION_KEY: '3' },
      'CREDENTIAL_ENCRYPTION_KEY is 3, which CREDENTIAL_KEYS does not list.',
    ],
    [
      { CREDENTIAL_KEYS: `2:${both[2]},3:${both[1]}` },
      `CREDENTIAL_KEYS does not list key 1, which encrypts ${logins} rows.`,
    ],
  ] as const;
  const results = await Promise.all(refused.map(([env]) => startCommand(env).ended));
  expect(results.map(({ code }) => code)).toEqual([1, 1, 1]);
  for (const [index, [, line]] of refused.entries()) expect(results[index]?.output).toContain(line);
  expect(await versions()).toEqual({ 1: logins });
});

it('prints a key, and steps in which every process decrypts what another one encrypts', async () => {
  const listed = `1:${both[1]}`;
  const { output } = await startCommand({ CREDENTIAL_KEYS: listed }, ['credentials', '--new-key']).ended;
  expect(output).toMatch(/^ {2}2:\S{44}$/m);
  expect(output).toContain('CREDENTIAL_ENCRYPTION_KEY=1.');
  expect(output).not.toContain(both[1]);
});
