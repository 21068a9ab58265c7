import type { Context } from '../core/scenario.ts';
import { openDatasets } from '../data/datasets.ts';
import { createLearners, type Learner } from './people.ts';
import { openLocalProviders, startApi } from './product.ts';
import type { MeasuredServer } from './start-server.ts';

/** Starts the API on an empty database with so many signed-in learners; `databaseUrl` is that of the owner of the tables. */
export async function startApiWithLearners(
  context: Context,
  count: number,
): Promise<{ api: MeasuredServer; learners: Learner[]; databaseUrl: string }> {
  const datasets = await openDatasets([], context.report);
  context.defer(() => datasets.stop());
  const { url: databaseUrl, applicationUrl, drop } = await datasets.copy('empty');
  context.defer(drop);
  const settings = await openLocalProviders(context, applicationUrl);
  const learners = await createLearners(settings, databaseUrl, count);
  return { api: await startApi(context, settings), learners, databaseUrl };
}
