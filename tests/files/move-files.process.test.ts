import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { fileTables } from '#services/admin/files/move-files.ts';
import { createDataSource } from '#services/platform/database/data-source.ts';
import { toFileSettings } from '#services/platform/files/file-settings.ts';
import { fileStore, sweepObjects } from '#services/platform/files/file-store.ts';
import { objectStore } from '#services/platform/files/object-store.ts';
import type { StoredBytes } from '#services/platform/files/stored-object.entity.ts';
import { waitForLockWaits } from '#tests/support/database/lock-waits.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { processEnv } from '#tests/support/product/process-env.ts';
import { startSwift, type TestSwift } from '#tests/support/servers/s3/start-swift.ts';
import { needs, requireSwift } from '#tests/support/vitest/requirements.ts';

// The measured run of docs/operations.md: MOVED_FILES=300.
const files = Number(process.env.MOVED_FILES ?? 60);
const installed = requireSwift();

describe('npm run ops:move-files', needs(installed), () => {
  let swift: TestSwift;
  let database: TestDatabase;
  let db: DataSource;
  let contents: Map<string, Buffer>;
  beforeAll(async () => {
    swift = await startSwift();
    database = await createTestDatabase();
    const connect = (databaseUrl: string) =>
      createDataSource({ databaseUrl, applicationName: 'move-test', poolSize: 4 }).initialize();
    db = await connect(database.url);
  });
  afterAll(async () => {
    await db?.destroy();
    await database?.drop();
    await swift?.stop();
  });

  beforeEach(async () => {
    contents = new Map(Array.from({ length: files }, () => [randomUUID(), randomBytes(30_000)]));
    await db.query('DELETE FROM proofs');
    await sweep();
    await db.transaction(async (manager) => {
      // They belong to no request.
      await manager.query('SET LOCAL session_replication_role = replica');
      await manager.query(
        `INSERT INTO proofs (request_id, content_type, data)
         SELECT id, 'image/png', data FROM unnest($1::uuid[], $2::bytea[]) AS f (id, data)`,
        [[...contents.keys()], [...contents.values()]],
      );
    });
  });

  const settings = () => {
    const { s3 } = toFileSettings({ FILES_STORE: 's3', FILES_S3_REGION: 'us-east-1', ...swift.env } as never);
    if (!s3) throw new Error('The object store has no settings');
    return s3;
  };
  async function sweep(): Promise<number> {
    await db.query(
      'UPDATE stored_objects SET delete_after = now() - $1::interval WHERE delete_after IS NOT NULL',
      ['1 second'],
    );
    return sweepObjects(db, objectStore(settings()));
  }
  const counts = async () =>
    (
      await db.query('SELECT count(data)::int AS postgres, (count(*) - count(data))::int AS s3 FROM proofs')
    )[0];
  const isWhole = async (id: string) => {
    const [stored]: StoredBytes[] = await db.query(
      'SELECT data, object_key AS "objectKey" FROM proofs WHERE request_id = $1',
      [id],
    );
    const reader = fileStore({ db, config: { files: { store: 's3', s3: settings(), missing: [] } } });
    return stored !== undefined && (await reader.get(stored)).equals(contents.get(id) ?? Buffer.of());
  };
  const damaged = async () => {
    const wrong: string[] = [];
    for (const id of contents.keys()) if (!(await isWhole(id))) wrong.push(id);
    return wrong;
  };

  /** Reads files, as the product does, until it is stopped. */
  function startReader() {
    const result = { reads: 0, failed: 0 };
    const ids = [...contents.keys()];
    let isStopped = false;
    onTestFinished(() => {
      isStopped = true;
    });
    const done = (async () => {
      while (!isStopped) {
        result.reads += 1;
        const id = ids[Math.floor(Math.random() * ids.length)] ?? '';
        if (!(await isWhole(id).catch(() => false))) result.failed += 1;
      }
    })();
    return async () => {
      isStopped = true;
      await done;
      return result;
    };
  }

  /** Starts the command as the role of the product's processes. */
  function start(args: readonly string[], env: Record<string, string> = {}) {
    const tool = fileURLToPath(new URL('../../tools/ops-move-files.ts', import.meta.url));
    const child = spawn(process.execPath, [tool, ...args], {
      cwd: tmpdir(),
      env: processEnv({ DATABASE_URL: database.applicationUrl, ...swift.env, ...env }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    return { child, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, output })) };
  }

  it('knows every table with uploaded files, and its key', async () => {
    const tables: { table: string; keys: string[] }[] = await db.query(
      `SELECT c.relname AS table, array_agg(k.attname::text ORDER BY array_position(i.indkey, k.attnum)) AS keys
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind = 'r'
       JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
       JOIN pg_attribute k ON k.attrelid = c.oid AND k.attnum = ANY(i.indkey)
       WHERE a.attname = 'object_key' GROUP BY 1 ORDER BY 1`,
    );
    expect(tables).toEqual(fileTables.map(({ table, keys }) => ({ table, keys })));
    const triggers: object[] = await db.query(
      `SELECT tgrelid::regclass::text AS table FROM pg_trigger WHERE tgfoid = 'reference_object'::regproc ORDER BY 1`,
    );
    expect(triggers).toEqual(fileTables.map(({ table }) => ({ table })));
  });

  it('moves all files and back while a reader reads, and continues after kill -9', async () => {
    const late = [...contents.keys()].sort()[Math.floor(files * 0.6)] ?? '';
    await db.query(`CREATE FUNCTION hold_file() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.request_id = '${late}' THEN PERFORM pg_advisory_xact_lock(18); END IF; RETURN NEW; END $$`);
    await db.query(
      'CREATE TRIGGER hold_file BEFORE UPDATE ON proofs FOR EACH ROW EXECUTE FUNCTION hold_file()',
    );
    const holder = db.createQueryRunner();
    await holder.query('SELECT pg_advisory_lock(18)');
    const stop = startReader();
    try {
      const killed = start(['--to', 's3']);
      await waitForLockWaits({ db }, 1);
      killed.child.kill('SIGKILL');
      expect((await killed.ended).output).toMatch(/^Moving: \d+ %/);
    } finally {
      await holder.query('SELECT pg_advisory_unlock(18)');
      await holder.release();
      await db.query('DROP FUNCTION hold_file CASCADE');
    }
    const half = await counts();
    expect([half.postgres > 0, half.s3 > 0]).toEqual([true, true]);
    const startedMs = performance.now();
    const ended = await Promise.all(
      [start(['--to', 's3']), start(['--to', 's3'])].map((command) => command.ended),
    );
    const tookMs = performance.now() - startedMs;
    if (process.env.MOVED_FILES)
      process.stdout.write(`${half.postgres} files in ${tookMs.toFixed(0)} ms by two runs\n`);
    const done = [0, expect.stringContaining('Nothing remains in the other store.')];
    expect(ended.map(({ code, output }) => [code, output])).toEqual([done, done]);
    for (const { output } of ended) {
      expect(output).not.toContain(swift.env.FILES_S3_SECRET_KEY);
    }
    expect([await counts(), await damaged()]).toEqual([{ postgres: 0, s3: files }, []]);
    // Objects that the killed run and the slower of two runs have sent in vain.
    await sweep();
    const keys: { key: string }[] = await db.query('SELECT object_key::text AS key FROM proofs ORDER BY 1');
    expect((await swift.keys()).sort()).toEqual(keys.map(({ key }) => key));

    const back = await start(['--to', 'postgres'], { FILES_STORE: 'postgres' }).ended;
    expect([back.code, await counts()]).toEqual([0, { postgres: files, s3: 0 }]);
    const { reads, failed } = await stop();
    expect([reads > 0, failed]).toEqual([true, 0]);
    expect(await damaged()).toEqual([]);
    expect([await sweep(), await swift.keys()]).toEqual([files, []]);
  });

  it('leaves a file whose object was changed or lost, and names it', async () => {
    await start(['--to', 's3']).ended;
    const [changed, lost]: { id: string; key: string }[] = await db.query(
      'SELECT request_id AS id, object_key AS key FROM proofs ORDER BY 1 LIMIT 2',
    );
    await swift.client.send(
      new PutObjectCommand({ Bucket: 'files', Key: changed?.key, Body: Buffer.from('changed') }),
    );
    await objectStore(settings()).remove(lost?.key ?? '');
    const { code, output } = await start(['--to', 'postgres']).ended;
    expect([code, await counts()]).toEqual([2, { postgres: files - 2, s3: 2 }]);
    for (const proof of [changed, lost])
      expect(output).toContain(`Its object is missing or damaged: proofs ${proof?.id}`);
    expect(output).toContain('New files are stored in the other store: set FILES_STORE=postgres.');
  });

  it('refuses without an object store, and stops while it is unavailable', async () => {
    const missing = await start(['--to', 's3'], { FILES_S3_BUCKET: '' }).ended;
    expect([missing.code, missing.output]).toEqual([
      1,
      expect.stringContaining('FILES_S3_BUCKET is not set'),
    ]);
    const away = await start(['--to', 's3'], { FILES_S3_ENDPOINT: 'http://127.0.0.1:1' }).ended;
    expect([away.code, away.output]).toEqual([1, expect.stringContaining('ECONNREFUSED')]);
    expect(await counts()).toEqual({ postgres: files, s3: 0 });
  });
});
