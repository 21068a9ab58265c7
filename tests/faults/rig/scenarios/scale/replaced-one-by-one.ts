import { setTimeout as sleep } from 'node:timers/promises';
import { row } from '#services/platform/database/sql.ts';
import type { Scenario, Stage } from '../scenario.ts';
import { countStalled } from './count-stalled.ts';
import { sixProcesses } from './six-processes.ts';
import { sendSteadily, steadyDomain } from './steady-requests.ts';

const perSecond = 100;
/** Longer than Caddy avoids an upstream that failed (`fail_duration`), so that one is replaced when all of them serve. */
const restMs = 6_000;

/**
 * All six processes are replaced one after the other under 100 requests a second. After SIGTERM no request fails and no job
 * stalls. After kill -9 no read fails: Caddy sends a GET again that had no answer, and no other method. A write that the
 * process had begun may be lost, at most one for each request in its hands, and what was acknowledged is stored.
 */
export const replacedOneByOne: readonly Scenario[] = [
  replaced('rolling-restart', 'restart'),
  replaced('rolling-kill', 'kill'),
];

function replaced(name: string, how: 'restart' | 'kill'): Scenario {
  return {
    ...sixProcesses,
    name,
    rate: 1,
    seconds: 600,
    endsWithAct: true,
    async act(stage) {
      const { system, times } = stage;
      const stopCounting = await countStalled(system);
      const ended = new AbortController();
      const sending = sendSteadily(system.urls[2], perSecond, ended.signal);
      await sleep(restMs);
      const all = [...system.apis, ...system.workers];
      for (let round = 0; round < times; round += 1) {
        for (const process of all) {
          await stage.fault(`${how}-${process.name.replace(/ .*/, '')}`, () => process[how]());
          await sleep(restMs);
        }
      }
      ended.abort();
      const sent = await sending;
      const stalled = await stopCounting();
      const stored = await countStored(stage);
      const failed = how === 'restart' ? [...sent.failedReads, ...sent.failedWrites] : sent.failedReads;
      return {
        figures: {
          replaced: times * all.length,
          'reads answered': sent.reads,
          'reads failed': sent.failedReads.length,
          'writes answered': sent.writes,
          'writes failed': sent.failedWrites.length,
          'writes stored': stored,
          'slowest request, ms': sent.slowestMs,
          'jobs stalled': stalled,
          ...(sent.failedWrites[0] && { 'first failed write': sent.failedWrites[0] }),
        },
        violations: [
          ...failed,
          ...(stored < sent.writes ? [`${sent.writes} writes acknowledged, ${stored} stored`] : []),
          ...(how === 'restart' && stalled > 0 ? [`${stalled} jobs stalled`] : []),
        ],
      };
    },
  };
}

async function countStored({ system: { db } }: Stage): Promise<number> {
  const stored = await row<{ n: number }>(
    db,
    `SELECT count(*)::int AS n FROM subscribers WHERE email LIKE '%@' || $1`,
    [steadyDomain],
  );
  return stored?.n ?? 0;
}
