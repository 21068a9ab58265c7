import type { TestProduct } from '../product/test-product.ts';

// An arbitrary number that sets this advisory lock apart from those of the product.
const gate = 722_900;

/**
 * Lets every transaction that updates one of these tables wait in its COMMIT, until the returned function is called. A process that is
 * killed meanwhile has sent the COMMIT and never gets its answer; the database still commits.
 */
export async function holdCommits(
  { db }: Pick<TestProduct, 'db'>,
  ...tables: string[]
): Promise<() => Promise<void>> {
  const holder = db.createQueryRunner();
  await holder.query('SELECT pg_advisory_lock($1)', [gate]);
  await db.query(`
    CREATE FUNCTION hold_commit() RETURNS trigger LANGUAGE plpgsql SET lock_timeout = 0 AS $$
      BEGIN PERFORM pg_advisory_xact_lock_shared(${gate}); RETURN NULL; END $$;`);
  for (const table of tables)
    await db.query(`CREATE CONSTRAINT TRIGGER hold_commit AFTER UPDATE ON ${table} DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION hold_commit()`);
  return async () => {
    await holder.query('SELECT pg_advisory_unlock($1)', [gate]);
    await holder.release();
    await db.query('DROP FUNCTION hold_commit CASCADE');
  };
}
