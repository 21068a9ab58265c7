import type { DataSource, EntityManager } from 'typeorm';
import { row } from '#services/platform/database/sql.ts';

/** Returns the time of the database's clock, which all stored times come from. */
export async function databaseNow(db: DataSource | EntityManager): Promise<Date> {
  const found = await row<{ now: Date }>(db, 'SELECT now() AS now');
  return found?.now ?? new Date();
}
