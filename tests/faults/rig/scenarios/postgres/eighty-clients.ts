import { setTimeout as sleep } from 'node:timers/promises';
import { row } from '#services/platform/database/sql.ts';
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
    let most = 0;
    for (const endMs = Date.now() + lastsMs; Date.now() < endMs; await sleep(pollMs)) {
      const found = await row<{ n: number }>(system.db, 'SELECT count(*)::int AS n FROM pg_stat_activity');
      most = Math.max(most, found?.n ?? 0);
    }
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
