import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runScript } from '#services/platform/database/sql.ts';
import { crashPoints } from '../crash/points.ts';
import { setMail } from '../faults/set-mail.ts';
import { comeBack, file, initiate, pressAt } from '../load/payer.ts';
import { createRandom } from '../random.ts';
import { type Sabotage, sabotages } from '../sabotage/sabotages.ts';
import { crash, crashSettings } from './crash-points.ts';
import { everyProcess, type Scenario, type Stage } from './scenario.ts';

const preload = fileURLToPath(new URL('../sabotage/load-sabotaged.ts', import.meta.url));
const crashFile = join(tmpdir(), `courselift-sabotage-${process.pid}`);
/** Longer than a reservation of the rig, so that a second sponsor can start a payment. */
const reservationOverMs = 2_500;
const refusedMs = 15_000;
const longestRunS = 300;

/** The action that makes each sabotage do damage. */
const acts: Record<Sabotage['name'], (stage: Stage) => Promise<void>> = {
  'outbox-bypassed': (stage) => crashAfterSettlements(stage, 5),
  'lock-removed': (stage) => repeat(15, () => raceTwoPayments(stage)),
  // Copies of webhooks and payers who return verify one payment several times; 1 in 25 is captured with another amount.
  'index-dropped': () => sleep(45_000),
  'acknowledged-early': (stage) => killApis(stage, 10),
  'mail-closed-early': refuseMails,
};

/** The product without one of its guarantees, which the checker must report. One scenario for each sabotage. */
export const sabotageScenarios: readonly Scenario[] = sabotages.map((sabotage) => {
  const { CRASH_FILE, NODE_OPTIONS } = crashSettings(crashFile);
  return {
    name: `sabotage-${sabotage.name}`,
    rate: 2,
    seconds: longestRunS,
    endsWithAct: true,
    environment: everyProcess({
      SABOTAGE: sabotage.name,
      NODE_OPTIONS: `${NODE_OPTIONS} --import ${preload}`,
      CRASH_FILE,
    }),
    mustBreak: sabotage.rule,
    async act(stage) {
      if (sabotage.sql) await runScript(stage.system.db, sabotage.sql);
      await acts[sabotage.name](stage);
      return { figures: {}, violations: [] };
    },
  };
});

async function repeat(times: number, act: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < times; time++) await act();
}

async function crashAfterSettlements(stage: Stage, times: number): Promise<void> {
  const settled = crashPoints.find(({ name }) => name === 'settled');
  if (settled) await repeat(times, () => crash(stage, settled, crashFile));
}

/** Two sponsors have an open payment for one request and pay at the same time. */
async function raceTwoPayments(stage: Stage): Promise<void> {
  const random = createRandom(stage.seed);
  const load = { ...stage, random, url: () => random.pick(stage.system.urls) };
  const [learner] = stage.crowd.learners;
  const [first, second] = stage.crowd.sponsors;
  const requestId = await file(load, learner);
  if (!requestId || !second) return;
  const expired = await initiate(load, first, requestId);
  await sleep(reservationOverMs);
  const other = await initiate(load, second, requestId);
  if (!expired || !other) return;
  await Promise.all([expired, other].map((payment) => pressAt(load, payment, 'pay')));
  await Promise.all([expired, other].map((payment) => comeBack(load, payment)));
}

function killApis(stage: Stage, times: number): Promise<void> {
  let time = 0;
  return repeat(times, () => {
    time += 1;
    return stage.fault('kill-api', async () => {
      await stage.system.apis[time % 2 === 0 ? 0 : 1].kill();
      await sleep(1_000);
    });
  });
}

function refuseMails(stage: Stage): Promise<void> {
  return stage.fault('smtp-refuses', async () => {
    await setMail(stage.system, { mode: 'refuse', code: 451, forMs: refusedMs });
    await sleep(refusedMs);
  });
}
