import type { DataSource, EntityManager } from 'typeorm';

/** The database's clock: the one that business times come from. */
export async function databaseNow(db: DataSource | EntityManager): Promise<Date> {
  const rows: { now: Date }[] = await db.query('SELECT now() AS now');
  return rows[0]?.now ?? new Date();
}
