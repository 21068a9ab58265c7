import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { execute, row } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { requestRefund } from '#services/refunds/request-refund.ts';
import { type CrashPoint, crashPoints } from '../crash/points.ts';
import { everyProcess, type Scenario, type Stage } from './scenario.ts';

/** Longest wait for a process to get to a point, and for its successor, in milliseconds. */
const longestMs = 60_000;
const pollMs = 20;
/** Longer than the product waits for a response of the provider. */
const longestCallMs = 10_000;
const longestRunS = 1_200;
const preload = fileURLToPath(new URL('../crash/crash-at.ts', import.meta.url));

/** Kills the process that gets to a point, 50 times, under load. One scenario for each point. */
export const crashScenarios: readonly Scenario[] = crashPoints.map((point) => {
  const file = join(tmpdir(), `courselift-crash-${process.pid}`);
  return {
    name: `crash-${point.name}`,
    rate: 1.5,
    times: 50,
    seconds: longestRunS,
    endsWithAct: true,
    environment: everyProcess(crashSettings(file)),
    async act(stage) {
      let killed = 0;
      const missed: string[] = [];
      for (let time = 1; time <= stage.times && missed.length === 0; time++) {
        const isHit = await crash(stage, point, file);
        if (isHit) killed += 1;
        else missed.push(`no process got to ${point.name} within ${longestMs / 1000} s, time ${time}`);
      }
      await rm(file, { force: true });
      if (point.needsRefund) await endWaitForRefunds(stage);
      return { figures: { 'times killed': killed }, violations: missed };
    },
  };
});

/** Returns the settings with which a process watches for the point that `file` names. */
export function crashSettings(file: string) {
  return { NODE_OPTIONS: `--import ${preload}`, CRASH_FILE: file };
}

/** Names the point and waits until a process was killed there and its successor is ready. Returns false when none got there. */
export async function crash(stage: Stage, point: CrashPoint, file: string): Promise<boolean> {
  const { apis, workers } = stage.system;
  const candidates = [
    ...(point.process === 'worker' ? [] : apis),
    ...(point.process === 'api' ? [] : workers),
  ];
  const starts = () => candidates.reduce((sum, candidate) => sum + candidate.starts, 0);
  const before = starts();
  let isHit = false;
  await stage.fault(point.process === 'api' ? 'kill-api' : 'kill-worker', async () => {
    const endMs = Date.now() + longestMs;
    await writeFile(file, point.name);
    while (!isHit && Date.now() < endMs) {
      if (point.needsRefund) await refundOne(stage);
      await sleep(pollMs);
      isHit = !existsSync(file);
    }
    while (isHit && starts() === before && Date.now() < endMs + longestMs) await sleep(pollMs);
  });
  return isHit;
}

/**
 * Lets a day pass for refunds whose call was not answered. They are only read from the provider until then, because a second call could
 * refund twice, and are given to an operator afterwards.
 */
async function endWaitForRefunds({ system: { db } }: Stage): Promise<void> {
  // A call that is not answered by then is not answered at all.
  await sleep(longestCallMs);
  await execute(
    db,
    `UPDATE refunds SET called_at = called_at - interval '1 day' WHERE status = 'pending' AND called_at IS NOT NULL`,
  );
}

/** An operator requests the refund of an approved payment, if there is one without and the database responds. */
async function refundOne({ system: { db } }: Stage): Promise<void> {
  const payment = await row<{ paymentId: string; operatorId: string }>(
    db,
    `SELECT p.id AS "paymentId", (SELECT id FROM users WHERE role = 'operator' LIMIT 1) AS "operatorId"
     FROM payments p WHERE p.status = 'approved'
       AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.payment_id = p.id) LIMIT 1`,
  ).catch(() => undefined);
  if (!payment) return;
  const input = { ...payment, reason: 'The course is gone.' };
  // It may have become impossible in between, for example by a dispute.
  await inTransaction(db, (manager) => requestRefund(manager, input, { isFourEyes: false })).catch(() => {});
  await sleep(500);
}
