import { setTimeout as sleep } from 'node:timers/promises';
import { captureEmail } from '#contracts/newsletter/newsletter.ts';
import { row } from '#services/platform/database/sql.ts';
import { openCondition } from '#services/platform/queue/outbox.entity.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import type { Scenario, Stage } from './scenario.ts';

const mails = 2_000;
const clients = 8;
/** So long that every mail has reached its longest pause between attempts, or nearly. */
const awayMs = 90_000;
const longestMs = 120_000;

/** Connections to SMTP are reset while 2,000 mails come to wait, and succeed again then. */
export const mailsWaiting: Scenario = {
  name: 'mails-waiting',
  rate: 1,
  seconds: 120,
  async act(stage) {
    let [waiting, acknowledged] = [0, 0];
    const { smtp } = stage.system.proxies;
    await stage.fault('reset-smtp', async () => {
      smtp.setState('reset');
      const startMs = Date.now();
      acknowledged = await subscribe(stage);
      await sleep(Math.max(0, startMs + awayMs - Date.now()));
      waiting = await countWaiting(stage);
      smtp.setState('open');
    });
    const backMs = Date.now();
    // The load writes new mails all the time: those of the outage are done when those of the subscribers are.
    while ((await countWaiting(stage)) > 0 && Date.now() - backMs < 2 * longestMs) await sleep(500);
    const tookMs = Date.now() - backMs;
    const left = await countWaiting(stage);
    return {
      figures: { 'mails waiting': waiting, 'all accepted after, s': (tookMs / 1_000).toFixed(1) },
      violations: [
        ...(waiting < acknowledged ? [`${waiting} mails for ${acknowledged} subscribers`] : []),
        ...(left > 0 ? [`${left} mails were not accepted within ${(2 * longestMs) / 1_000} s`] : []),
        ...(tookMs > longestMs ? [`it took ${tookMs / 1_000} s until all were accepted`] : []),
      ],
    };
  },
};

const addressOf = (number: number) => `waiting-${number}@people.example`;

/** Returns how many subscriptions were acknowledged. */
async function subscribe({ system, history }: Stage): Promise<number> {
  let [next, acknowledged] = [0, 0];
  const client = async () => {
    while (next < mails) {
      next += 1;
      const email = addressOf(next);
      const answer = await history.record('newsletter', email, () =>
        callApi(system.urls[2], captureEmail, { body: { email } }),
      );
      if (answer) acknowledged += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return acknowledged;
}

/** Mails to the subscribers of the scenario that are not sent. */
async function countWaiting({ system: { db } }: Stage): Promise<number> {
  const waiting = await row<{ n: number }>(
    db,
    `SELECT count(*)::int AS n FROM outbox o JOIN subscribers s ON s.id = (o.payload->>'subscriberId')::uuid
     WHERE ${openCondition} AND s.email LIKE 'waiting-%'`,
  );
  return waiting?.n ?? 0;
}
