import pg from 'pg';
import { type DataSource, QueryFailedError } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import * as column from './columns.ts';
import { createDataSource } from './data-source.ts';
import { defineEntity, type RowOf } from './define-entity.ts';
import { forgetNames } from './run-statement.ts';
import { execute, findRow, insertOnce, lockRow, row, rows, updateReturning } from './sql.ts';

type Box = RowOf<typeof BoxEntity>;

const BoxEntity = defineEntity({
  name: 'Box',
  tableName: 'boxes',
  columns: {
    id: column.id,
    boxLabel: column.text,
    priceMinor: column.amountMinor,
    contents: column.optional(column.json<{ items: string[] }>()),
    note: column.optionalText,
    openedAt: column.moment,
  },
});

let database: TestDatabase;
let db: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDataSource({ entities: [BoxEntity], databaseUrl: database.url, applicationName: 'sql' });
  await db.initialize();
  await execute(
    db,
    `CREATE TABLE boxes (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), box_label text UNIQUE NOT NULL,
       price_minor bigint NOT NULL, contents jsonb, note text, opened_at timestamptz)`,
  );
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

async function insertBox(boxLabel: string, values: Partial<Box> = {}): Promise<Box> {
  const box = await insertOnce(db, BoxEntity, { boxLabel, priceMinor: 500, ...values });
  if (!box) throw new Error(`There is a box ${boxLabel} already`);
  return box;
}

describe('rows, row and execute', () => {
  it('return the rows of a query, and of INSERT, UPDATE and DELETE with RETURNING', async () => {
    expect(await rows(db, `INSERT INTO boxes (box_label, price_minor) VALUES ($1, $2) RETURNING note`, ['a', 1]))
      .toEqual([{ note: null }]); // biome-ignore format: one line
    expect(await row(db, `UPDATE boxes SET note = 'n' WHERE box_label = $1 RETURNING note`, ['a'])).toEqual({
      note: 'n',
    });
    expect(await rows(db, `DELETE FROM boxes WHERE box_label = $1 RETURNING note`, ['a'])).toEqual([
      { note: 'n' },
    ]);
    expect(await row(db, `SELECT note FROM boxes WHERE box_label = $1`, ['a'])).toBeUndefined();
  });

  it('count the rows that a statement changed', async () => {
    await insertBox('count');
    const update = `UPDATE boxes SET note = 'changed' WHERE box_label = $1 AND note IS NULL`;
    expect(await execute(db, update, ['count'])).toBe(1);
    expect(await execute(db, update, ['count'])).toBe(0);
  });

  it('run in the transaction of a manager, and are undone with it', async () => {
    const work = db.transaction(async (manager) => {
      await execute(manager, `INSERT INTO boxes (box_label, price_minor) VALUES ('undone', 1)`);
      expect(await rows(manager, `SELECT 1 AS one FROM boxes WHERE box_label = 'undone'`)).toEqual([
        { one: 1 },
      ]);
      expect(await rows(db, `SELECT 1 AS one FROM boxes WHERE box_label = 'undone'`)).toEqual([]);
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await rows(db, `SELECT 1 AS one FROM boxes WHERE box_label = 'undone'`)).toEqual([]);
  });

  it('reject the manager of a transaction that has ended', async () => {
    const manager = await db.transaction(async (ended) => ended);
    await expect(rows(manager, 'SELECT 1 AS one')).rejects.toThrow(
      'The transaction of this manager has ended',
    );
  });

  it('throw the error of PostgreSQL, without the values', async () => {
    const failed = await rows(db, 'SELECT $1::uuid AS id', ['secret']).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(QueryFailedError);
    expect(failed).toMatchObject({ driverError: { code: '22P02' }, parameters: [] });
  });

  it('work with a pool and with a client of pg', async () => {
    const pool = new pg.Pool({ connectionString: database.url });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    expect(await row(pool, 'SELECT $1::int AS n', [1])).toEqual({ n: 1 });
    expect(await row(client, 'SELECT $1::int AS n', [2])).toEqual({ n: 2 });
    await client.end();
    await pool.end();
  });
});

describe('prepared statements', () => {
  // Other files of this process prepare as many texts as it may.
  beforeAll(forgetNames);
  const prepared = (client: pg.Client, statement: string) =>
    client
      .query('SELECT generic_plans + custom_plans AS n FROM pg_prepared_statements WHERE statement = $1', [
        statement,
      ])
      .then((result) => result.rows);

  it('are prepared once for each connection, in a transaction too', async () => {
    const statement = 'SELECT $1::int + 1 AS n';
    const ofTransaction = await db.transaction(async (manager) => {
      for (const n of [1, 2, 3]) expect(await row(manager, statement, [n])).toEqual({ n: n + 1 });
      return rows(manager, 'SELECT name FROM pg_prepared_statements WHERE statement = $1', [statement]);
    });
    expect(ofTransaction).toHaveLength(1);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    for (const n of [1, 2, 3]) await rows(client, statement, [n]);
    expect(await prepared(client, statement)).toEqual([{ n: '3' }]);
    await rows(client, 'SELECT $1::int + 2 AS n', [1], { isPrepared: false });
    expect(await prepared(client, 'SELECT $1::int + 2 AS n')).toEqual([]);
    await client.end();
  });

  it('are what repositories run too, and are repeated after a migration changed their columns', async () => {
    const dataSource = createDataSource({
      entities: [BoxEntity],
      databaseUrl: database.url,
      applicationName: 'sql',
      poolSize: 1,
    });
    await dataSource.initialize();
    expect(await dataSource.getRepository(BoxEntity).findOneBy({ boxLabel: 'none' })).toBeNull();
    const named = 'SELECT count(*)::int AS count FROM pg_prepared_statements WHERE statement LIKE $1';
    expect(await dataSource.query(named, ['%FROM "boxes"%'])).toEqual([{ count: 1 }]);

    await execute(dataSource, 'CREATE TABLE edges AS SELECT 3 AS length');
    const read = () => dataSource.query('SELECT * FROM edges WHERE length::text = $1', ['3']);
    expect(await read()).toEqual([{ length: 3 }]);
    await execute(dataSource, 'ALTER TABLE edges ALTER length TYPE text');
    expect(await read()).toEqual([{ length: '3' }]);
    await dataSource.destroy();
  });

  it('are prepared again after a migration changed their columns', async () => {
    await execute(db, 'CREATE TABLE shapes (side int)');
    await execute(db, 'INSERT INTO shapes VALUES (3)');
    const read = () => rows(db, 'SELECT * FROM shapes');
    expect(await read()).toEqual([{ side: 3 }]);
    await execute(db, 'ALTER TABLE shapes ALTER side TYPE text');
    expect(await Promise.all([read(), read(), read()])).toEqual(Array(3).fill([{ side: '3' }]));

    await execute(db, 'ALTER TABLE shapes ALTER side TYPE int USING side::int');
    // The transaction is lost, but the next one works on the same connection.
    const inTransaction = () => db.transaction((manager) => rows(manager, 'SELECT * FROM shapes'));
    await inTransaction().catch(() => {});
    expect(await inTransaction()).toEqual([{ side: 3 }]);
  });
});

describe('findRow', () => {
  it('returns a row as an entity, in a transaction or outside one', async () => {
    const box = await insertBox('find', { contents: { items: ['pen'] }, openedAt: new Date('2026-01-02') });
    expect(await findRow(db, BoxEntity, 'r.box_label = $1 AND opened_at < now()', ['find'])).toEqual(box);
    const inTransaction = await db.transaction((manager) => findRow(manager, BoxEntity, { id: box.id }));
    expect(inTransaction).toEqual(await db.getRepository(BoxEntity).findOneBy({ id: box.id }));
    expect(await findRow(db, BoxEntity, { id: box.id, note: 'other' })).toBeUndefined();
  });
});

describe('lockRow', () => {
  it('returns the row as an entity, by its values or by SQL', async () => {
    const box = await insertBox('lock', { contents: { items: ['pen'] }, openedAt: new Date('2026-01-02') });
    await db.transaction(async (manager) => {
      expect(await lockRow(manager, BoxEntity, { id: box.id, note: null })).toEqual(box);
      expect(await lockRow(manager, BoxEntity, `r.box_label = $1 AND opened_at < now()`, ['lock'])).toEqual(
        box,
      );
      expect(await lockRow(manager, BoxEntity, { id: box.id, note: 'other' })).toBeUndefined();
    });
    expect(box).toMatchObject({
      priceMinor: 500,
      openedAt: new Date('2026-01-02'),
      contents: { items: ['pen'] },
    });
  });

  it('returns what the transaction before it committed', async () => {
    const { id: boxId } = await insertBox('contended');
    const notes: (string | null | undefined)[] = [];
    const append = () =>
      db.transaction(async (manager) => {
        const box = await lockRow(manager, BoxEntity, { id: boxId });
        notes.push(box?.note);
        await execute(manager, 'UPDATE boxes SET note = $2 WHERE id = $1', [boxId, `${box?.note ?? ''}x`]);
      });
    await Promise.all([append(), append(), append()]);
    expect(notes).toEqual([null, 'x', 'xx']);
  });

  it('needs a transaction, and a condition with values', async () => {
    await expect(lockRow(db.manager, BoxEntity, { note: 'n' })).rejects.toThrow('transaction');
    await db.transaction(async (manager) => {
      await expect(lockRow(manager, BoxEntity, {})).rejects.toThrow('A condition on Box is empty');
      const unknown = { note: undefined } as unknown as { note: string };
      await expect(lockRow(manager, BoxEntity, unknown)).rejects.toThrow('Box has no value for note');
    });
  });
});

describe('insertOnce', () => {
  it('inserts one of several concurrent rows with the same key, and returns it with generated values', async () => {
    const values = { boxLabel: 'once', priceMinor: 7, openedAt: () => 'now()' };
    const inserted = await Promise.all([1, 2, 3].map(() => insertOnce(db, BoxEntity, values)));
    expect(inserted.filter(Boolean)).toEqual([
      { ...values, id: expect.any(String), contents: null, note: null, openedAt: expect.any(Date) },
    ]);
  });
});

describe('updateReturning', () => {
  it('lets one of several concurrent conditional updates change the row', async () => {
    const box = await insertBox('update');
    const open = (note: string) =>
      updateReturning(db, BoxEntity, {
        change: 'note = $2, opened_at = now()',
        condition: 'r.id = $1 AND opened_at IS NULL',
        values: [box.id, note],
      });
    const updated = (await Promise.all([open('one'), open('two')])).flat();
    expect(updated).toHaveLength(1);
    expect(updated[0]).toMatchObject({
      ...box,
      note: expect.stringMatching(/one|two/),
      openedAt: expect.any(Date),
    });
  });
});
