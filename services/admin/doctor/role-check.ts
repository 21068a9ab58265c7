import type { DataSource } from 'typeorm';
import type { Config } from '#services/platform/config.ts';
import { createDataSource } from '#services/platform/database/data-source.ts';
import { canChangeLedger } from '#services/platform/database/grant-access.ts';
import { row } from '#services/platform/database/sql.ts';
import { type Check, ok, warning } from './check.ts';

/** Variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the check that tries to change the ledger with everything that this process was given: as the role of DATABASE_URL, and
 * as the owner of the tables with every password in its environment.
 */
export function roleCheck(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  db: DataSource,
  environment: Environment,
): Check {
  return {
    name: 'Role',
    why: 'Only triggers protect ledger and audit log from a process.',
    section: 'check-everything-at-once',
    async run() {
      if (await canChangeLedger(db))
        return warning(
          'DATABASE_URL names the owner of the tables; set MIGRATION_DATABASE_URL, and another role here',
        );
      const variable = await findOwnersPassword(databaseUrl, db, environment);
      return variable
        ? warning(
            `${variable} lets this process become the owner of the tables; only db:migrate, ops:backup and ops:restore need it`,
          )
        : ok('cannot change ledger and audit log');
    },
  };
}

/** Returns the variable with a password that the server accepts of the owner of the tables. */
async function findOwnersPassword(databaseUrl: string, db: DataSource, environment: Environment) {
  const table = await row<{ owner: string }>(
    db,
    "SELECT tableowner AS owner FROM pg_tables WHERE schemaname = 'public' AND tablename = 'ledger_postings'",
  );
  if (!table) return undefined;
  for (const [name, value = ''] of Object.entries(environment)) {
    const password = passwordIn(name, value);
    if (password === undefined) continue;
    const url = new URL(databaseUrl);
    url.username = encodeURIComponent(table.owner);
    url.password = encodeURIComponent(password);
    if (await isAccepted(url.href)) return name;
  }
  return undefined;
}

function passwordIn(name: string, value: string): string | undefined {
  if (/^postgres(ql)?:/.test(value)) return decodeURIComponent(new URL(value).password);
  return /PASSWORD/.test(name) ? value : undefined;
}

async function isAccepted(databaseUrl: string): Promise<boolean> {
  const db = createDataSource({ databaseUrl, applicationName: 'courselift-doctor', poolSize: 1 });
  try {
    await db.initialize();
    return true;
  } catch {
    return false;
  } finally {
    if (db.isInitialized) await db.destroy();
  }
}
