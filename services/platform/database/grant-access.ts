import pg from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { ConfigError } from '../config.ts';
import { sqlState } from './database-errors.ts';
import { execute, row, rows } from './sql.ts';

/** Tables whose rows are only ever inserted: the ledger, the audit log and the history of cases. */
const insertOnlyTables = ['audit_entries', 'case_acts', 'ledger_transactions', 'ledger_postings'];

/** Tables in which migrations record that they ran; the processes read them. */
const migrationTables = ['migrations', 'repeatable_migrations'];

/**
 * Lets the role of `databaseUrl`, which owns nothing, use all tables, only insert into those that are append-only, and only
 * read those of the migrations. Creates the role when it is missing. Part of every migration, because new tables need grants as well.
 *
 * @throws {ConfigError} when the role is missing and the owner may not create it.
 */
export async function grantAccess(manager: EntityManager, databaseUrl: string): Promise<void> {
  const { username, password } = new URL(databaseUrl);
  const name = decodeURIComponent(username);
  const role = pg.escapeIdentifier(name);
  const access = await row<{ isOwner: boolean; exists: boolean; schemas: string[] }>(
    manager,
    `SELECT current_user = $1 AS "isOwner", EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS exists,
       (SELECT array_agg(nspname::text) FROM pg_namespace WHERE nspname IN ('public', 'bullmq')) AS schemas`,
    [name],
  );
  if (!access || access.isOwner) return;
  if (!access.exists) await createRole(manager, role, decodeURIComponent(password));
  for (const schema of access.schemas) {
    await execute(manager, `GRANT USAGE ON SCHEMA ${schema} TO ${role}`);
    await execute(
      manager,
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role}`,
    );
    await execute(manager, `GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`);
  }
  // BullMQ creates a sequence for each queue when it is used first.
  const hasQueues = access.schemas.includes('bullmq');
  if (hasQueues) await execute(manager, `GRANT CREATE ON SCHEMA bullmq TO ${role}`);
  const readOnly = [...migrationTables, ...(hasQueues ? ['bullmq.migration'] : [])];
  await execute(manager, `REVOKE INSERT, UPDATE, DELETE ON ${readOnly.join(', ')} FROM ${role}`);
  await execute(manager, `REVOKE UPDATE, DELETE ON ${insertOnlyTables.join(', ')} FROM ${role}`);
}

async function createRole(manager: EntityManager, role: string, password: string): Promise<void> {
  try {
    await execute(manager, `CREATE ROLE ${role} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
  } catch (error) {
    if (sqlState(error) !== '42501') throw error;
    throw new ConfigError(
      `Configuration: MIGRATION_DATABASE_URL names a role that may not create the role of DATABASE_URL. Create it with: CREATE ROLE ${role} LOGIN PASSWORD '…'`,
    );
  }
}

/**
 * Tries to change the ledger, the audit log and the history of cases, and undoes it: rows, then the triggers that reject changes,
 * then the role, which may be a member of the owner.
 *
 * @returns whether the server allowed one of them, so that at most triggers protect the tables from this role.
 */
export async function canChangeLedger(db: DataSource): Promise<boolean> {
  const owners = await rows<{ owner: string }>(
    db,
    `SELECT DISTINCT quote_ident(tableowner) AS owner FROM pg_tables
     WHERE schemaname = 'public' AND tablename = ANY($1) AND tableowner <> current_user`,
    [insertOnlyTables],
  );
  const attempts = [
    ...insertOnlyTables.map(
      (table) => `UPDATE ${table} SET ${table === 'ledger_postings' ? 'line = line' : 'id = id'} WHERE false`,
    ),
    ...insertOnlyTables.map((table) => `DELETE FROM ${table} WHERE false`),
    ...insertOnlyTables.map((table) => `ALTER TABLE ${table} DISABLE TRIGGER USER`),
    ...owners.map(({ owner }) => `SET LOCAL ROLE ${owner}`),
  ];
  for (const attempt of attempts) if (await isAllowed(db, attempt)) return true;
  return false;
}

/** Runs a statement, undoes it, and returns whether it was allowed. */
async function isAllowed(db: DataSource, statement: string): Promise<boolean> {
  const runner = db.createQueryRunner();
  try {
    await runner.startTransaction();
    await execute(runner.manager, statement);
    return true;
  } catch (error) {
    if (sqlState(error) !== '42501') throw error;
    return false;
  } finally {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    await runner.release();
  }
}
