import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { HistoryLine } from '../../history.ts';
import type { Scenario } from '../scenario.ts';
import { watchExits } from '../watch-exits.ts';

const lastsMs = 60_000;
const pollMs = 500;

/** 80 clients at a time, without a fault, while PostgreSQL allows its default of 100 connections. */
export const eightyClients: Scenario = {
  name: 'eighty-clients',
  // More than can be answered, so that the load has its most clients at a time.
  rate: 60,
  seconds: lastsMs / 1_000,
  async act(stage) {
    const { system, history } = stage;
    const exits = watchExits(system);
    // A connection of its own: the pool of the rig connects within 2 s or fails, which a busy machine may not do.
    const superuser = new pg.Client({ connectionString: system.database.superuserUrl });
    await superuser.connect();
    let most = 0;
    for (const endMs = Date.now() + lastsMs; Date.now() < endMs; await sleep(pollMs)) {
      const { rows } = await superuser.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM pg_stat_activity WHERE backend_type = 'client backend'`,
      );
      most = Math.max(most, rows[0]?.n ?? 0);
    }
    await superuser.end();
    const refused = (await system.database.readLog()).match(/too many clients|remaining connection slots/g);
    return {
      figures: {
        'connections at most': most,
        'calls open at a time, at most': mostOpen(history.lines),
        'connections refused': refused?.length ?? 0,
      },
      violations: [...exits(), ...(refused ? [`PostgreSQL refused ${refused.length} connections`] : [])],
    };
  },
};

function mostOpen(lines: readonly HistoryLine[]): number {
  let [open, most] = [0, 0];
  for (const { phase } of lines) {
    open += phase === 'invoke' ? 1 : -1;
    most = Math.max(most, open);
  }
  return most;
}
