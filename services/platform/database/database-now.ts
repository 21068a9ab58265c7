import type { DataSource, EntityManager } from 'typeorm';

/** Returns the time of the database's clock, which all stored times come from. */
export async function databaseNow(db: DataSource | EntityManager): Promise<Date> {
  const rows: { now: Date }[] = await db.query('SELECT now() AS now');
  return rows[0]?.now ?? new Date();
}
