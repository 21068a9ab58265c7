import type {
  DataSource,
  EntityManager,
  EntityMetadata,
  EntitySchema,
  ObjectLiteral,
  QueryDeepPartialEntity,
} from 'typeorm';
import { runStatement, type SqlClient, type StatementOptions } from './run-statement.ts';

export type { SqlClient } from './run-statement.ts';

/**
 * Runs SQL and returns its rows, also those of `RETURNING`. Column names are as the SQL gives them: alias them to the
 * names of `Row` (`learner_id AS "learnerId"`). `bigint`, `numeric` and `count(*)` arrive as strings: cast them
 * (`count(*)::int`, `::float8`).
 *
 * @throws {QueryFailedError} with the error of pg as `driverError`; so do all functions of this module.
 */
export async function rows<Row extends object = object>(
  client: SqlClient,
  text: string,
  values?: readonly unknown[],
  options?: StatementOptions,
): Promise<Row[]> {
  return (await runStatement<Row>(client, text, values, options)).rows;
}

/** Returns the first row of a statement, or undefined when it has none. See {@link rows}. */
export async function row<Row extends object = object>(
  client: SqlClient,
  text: string,
  values?: readonly unknown[],
  options?: StatementOptions,
): Promise<Row | undefined> {
  return (await runStatement<Row>(client, text, values, options)).rows[0];
}

/** Returns whether a statement has a row, such as `SELECT 1 …`. See {@link rows}. */
export async function hasRow(client: SqlClient, text: string, values?: readonly unknown[]): Promise<boolean> {
  return (await row(client, text, values)) !== undefined;
}

/** Runs a statement whose rows are not needed. Returns the number of rows that it inserted, updated or deleted. */
export async function execute(client: SqlClient, text: string, values?: readonly unknown[]): Promise<number> {
  return (await runStatement(client, text, values)).rowCount ?? 0;
}

/** Runs a script of any number of statements without values, not prepared; its rows are not returned. */
export async function runScript(client: SqlClient, script: string): Promise<void> {
  await runStatement(client, script, undefined, { isPrepared: false });
}

/** Returns the time of the database's clock, which all stored times come from. */
export async function databaseNow(db: DataSource | EntityManager): Promise<Date> {
  const clock = await row<{ now: Date }>(db, 'SELECT now() AS now');
  return clock?.now ?? new Date();
}

/** Values that a row must have, null included; or an SQL condition with `$1` … that calls the row `r`. */
export type Condition<T> = { readonly [Key in keyof T]?: T[Key] } | string;

/** Rows of an entity that meet a condition; `values` are those of a condition in SQL. */
type Selection<T extends ObjectLiteral> = [
  entity: EntitySchema<T>,
  condition: Condition<T>,
  values?: readonly unknown[],
];

/**
 * Returns a row as an entity, or undefined when no row meets the condition. For conditions that a repository cannot
 * express, such as visibility.
 */
export async function findRow<T extends ObjectLiteral>(
  client: DataSource | EntityManager,
  ...selection: Selection<T>
): Promise<T | undefined> {
  return (await selectRows(client, '', selection))[0];
}

/**
 * Locks one row until the transaction ends, waiting for other transactions first (`SELECT … FOR UPDATE`). Returns it as
 * it is then, or undefined when no row meets the condition.
 */
export async function lockRow<T extends ObjectLiteral>(
  manager: EntityManager,
  ...selection: Selection<T>
): Promise<T | undefined> {
  if (!manager.queryRunner?.isTransactionActive)
    throw new Error('lockRow needs the manager of a transaction');
  return (await selectRows(manager, 'FOR UPDATE', selection))[0];
}

/** Returns the rows that meet a condition as entities, in no order. See {@link findRow}. */
export function findRows<T extends ObjectLiteral>(
  client: DataSource | EntityManager,
  ...selection: Selection<T>
): Promise<T[]> {
  return selectRows(client, '', selection);
}

async function selectRows<T extends ObjectLiteral>(
  client: DataSource | EntityManager,
  lock: '' | 'FOR UPDATE',
  [entity, condition, values]: Selection<T>,
): Promise<T[]> {
  const metadata = metadataOf(client, entity);
  const where = typeof condition === 'string' ? { text: condition, values } : equals(metadata, condition);
  const selected = await rows<ObjectLiteral>(
    client,
    `SELECT ${columnsOf(metadata, 'r.')} FROM ${metadata.tableName} AS r WHERE ${where.text} ${lock}`,
    where.values,
  );
  return selected.map((raw) => hydrate<T>(metadata, raw));
}

/**
 * Inserts one row unless a unique index refuses it (`ON CONFLICT DO NOTHING`). Returns the inserted row, with what the
 * database generated; undefined when there is such a row already. A value may be a function that returns SQL
 * (`() => 'now()'`).
 */
export async function insertOnce<T extends ObjectLiteral>(
  client: DataSource | EntityManager,
  entity: EntitySchema<T>,
  values: QueryDeepPartialEntity<T>,
): Promise<T | undefined> {
  const metadata = metadataOf(client, entity);
  const insert = client.createQueryBuilder().insert().into(entity).values(values).orIgnore();
  const [text, parameters] = insert.returning(columnsOf(metadata)).getQueryAndParameters();
  const inserted = await row<ObjectLiteral>(client, text, parameters);
  return inserted && hydrate<T>(metadata, inserted);
}

/** An INSERT with `$1` … and its values. */
export interface Insert {
  text: string;
  values: readonly unknown[];
}

/** Returns the INSERT of a row, for {@link insertTogether}. */
export function insertOf<T extends ObjectLiteral>(
  client: DataSource | EntityManager,
  entity: EntitySchema<T>,
  row: QueryDeepPartialEntity<T>,
): Insert {
  const insert = client.createQueryBuilder().insert().into(entity).values(row);
  const [text, values] = insert.getQueryAndParameters();
  return { text, values };
}

/** Runs INSERTs as one statement. Their rows may refer to each other: foreign keys are checked at its end. */
export async function insertTogether(
  client: DataSource | EntityManager,
  inserts: readonly Insert[],
): Promise<void> {
  const values: unknown[] = [];
  const parts = inserts.map((insert, index) => {
    const first = values.length;
    values.push(...insert.values);
    const text = insert.text.replace(/\$(\d+)/g, (_, number: string) => `$${first + Number(number)}`);
    return `insert_${index} AS (${text})`;
  });
  await execute(client, `WITH ${parts.join(', ')} SELECT`, values);
}

/**
 * Updates the rows that meet a condition and returns them as they are then; the condition and the change are one step,
 * so that of two concurrent updates only one finds `status = 'pending'`.
 *
 * @param change assignments in SQL with `$1` …, such as `status = 'paid', paid_at = now()`
 * @param condition in SQL with `$1` …, calling the row `r`
 */
export async function updateReturning<T extends ObjectLiteral>(
  client: DataSource | EntityManager,
  entity: EntitySchema<T>,
  { change, condition, values }: { change: string; condition: string; values?: readonly unknown[] },
): Promise<T[]> {
  const metadata = metadataOf(client, entity);
  const updated = await rows<ObjectLiteral>(
    client,
    `UPDATE ${metadata.tableName} AS r SET ${change} WHERE ${condition} RETURNING ${columnsOf(metadata, 'r.')}`,
    values,
  );
  return updated.map((raw) => hydrate<T>(metadata, raw));
}

function metadataOf<T extends ObjectLiteral>(
  client: DataSource | EntityManager,
  entity: EntitySchema<T>,
): EntityMetadata {
  return ('dataSource' in client ? client.dataSource : client).getMetadata(entity);
}

function columnsOf(metadata: EntityMetadata, prefix = ''): string {
  return selectedColumns(metadata)
    .map(({ databaseName, propertyName }) => `${prefix}"${databaseName}" AS "${propertyName}"`)
    .join(', ');
}

function selectedColumns(metadata: EntityMetadata) {
  return metadata.columns.filter(({ isSelect, isVirtual }) => isSelect && !isVirtual);
}

function hydrate<T extends ObjectLiteral>(metadata: EntityMetadata, raw: ObjectLiteral): T {
  const { driver } = metadata.dataSource;
  const values = selectedColumns(metadata).map((column) => [
    column.propertyName,
    driver.prepareHydratedValue(raw[column.propertyName], column),
  ]);
  return Object.fromEntries(values) as T;
}

function equals(metadata: EntityMetadata, required: object): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const conditions = Object.entries(required).map(([name, value]) => {
    const column = metadata.findColumnWithPropertyName(name);
    if (!column || value === undefined) throw new Error(`${metadata.name} has no value for ${name}`);
    if (value === null) return `r."${column.databaseName}" IS NULL`;
    values.push(metadata.dataSource.driver.preparePersistentValue(value, column));
    return `r."${column.databaseName}" = $${values.length}`;
  });
  if (conditions.length === 0) throw new Error(`A condition on ${metadata.name} is empty`);
  return { text: conditions.join(' AND '), values };
}
