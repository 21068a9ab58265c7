import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Scenario, Stage } from '../scenario.ts';
import { watchExits } from '../watch-exits.ts';

const restMs = 10_000;
const takenMs = 30_000;
const pollMs = 500;
const other = 'another client';
const tooMany = '53300';

/** Another client has all connections that PostgreSQL allows, those of the product included, for 30 s, twice. */
export const postgresOutOfConnections: Scenario = {
  name: 'postgres-out-of-connections',
  rate: 3,
  seconds: 600,
  times: 2,
  endsWithAct: true,
  async act(stage) {
    const exits = watchExits(stage.system);
    let least = Number.POSITIVE_INFINITY;
    for (let time = 0; time < stage.times; time++) {
      await sleep(restMs);
      await stage.fault('take-connections', async () => {
        least = Math.min(least, await takeAll(stage));
      });
    }
    await sleep(restMs);
    return {
      figures: { 'times taken': stage.times, 'connections left to the product': least },
      violations: [...exits(), ...(least > 0 ? [`the product kept ${least} connections`] : [])],
    };
  },
};

/** Ends the connections of the product and takes them, until it has none. Returns how many it had at least. */
async function takeAll({ system: { database } }: Stage): Promise<number> {
  const superuser = new pg.Client({ connectionString: database.superuserUrl, application_name: other });
  await superuser.connect();
  const taken: pg.Client[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (const endMs = Date.now() + takenMs; Date.now() < endMs; await sleep(pollMs)) {
    const { rows } = await superuser.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name NOT IN ('rig', $1)`,
      [other],
    );
    least = Math.min(least, rows.length);
    // Several at a time, because the product connects again at once.
    for (let round = 0; round < 5; round++)
      await Promise.all(Array.from({ length: 20 }, () => takeOne(taken, database.ownerUrl)));
  }
  await Promise.all([superuser, ...taken].map((client) => client.end()));
  return least;
}

async function takeOne(taken: pg.Client[], connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: other });
  client.on('error', () => {});
  try {
    await client.connect();
    taken.push(client);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === tooMany)) throw error;
  }
}
