import { createSearchPool } from '#services/catalogue/search-pool.ts';
import type { Deps } from '#services/deps.ts';
import { entities } from '#services/entities.ts';
import { readConfig } from '#services/platform/config.ts';
import { createDataSource } from '#services/platform/database/data-source.ts';
import { rows } from '#services/platform/database/sql.ts';
import type { Context } from '../core/scenario.ts';
import { productSettings } from '../processes/product-settings.ts';

/** Opens connections of the product to a database, one for each pool, until the scenario ends. */
export async function openProduct(context: Context, databaseUrl: string): Promise<Deps> {
  const db = createDataSource({ entities, databaseUrl, applicationName: 'bench', poolSize: 1 });
  await db.initialize();
  context.defer(() => db.destroy());
  const search = createSearchPool(databaseUrl, 1);
  context.defer(() => search.end());
  const config = readConfig(productSettings({ DATABASE_URL: databaseUrl }));
  // The handlers that are measured call neither the provider nor the limits.
  return { config, db, search } as Deps;
}

/** Returns people of a dataset who have paid requests: learners, or sponsors who paid for them. */
export async function findActivePeople(
  { db }: Pick<Deps, 'db'>,
  role: 'learner' | 'sponsor',
  count: number,
): Promise<string[]> {
  const column = role === 'learner' ? 'r.learner_id' : 'p.payer_id';
  const people = await rows<{ id: string }>(
    db,
    `SELECT DISTINCT ${column} AS id FROM (SELECT * FROM payments WHERE reference LIKE 'bulk-%' LIMIT $1) AS p
       JOIN requests r ON r.id = p.request_id LIMIT $2`,
    [count * 20, count],
  );
  return people.map(({ id }) => id);
}
