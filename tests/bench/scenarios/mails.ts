import pg from 'pg';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { OUTBOX_CHANNEL } from '#services/platform/queue/outbox.ts';
import { startRedis } from '#tests/support/servers/start-redis.ts';
import { pathOf } from '../core/programs.ts';
import type { Scenario } from '../core/scenario.ts';
import { openDatasets } from '../data/datasets.ts';
import { startChild } from '../processes/child.ts';
import { productSettings } from '../processes/product-settings.ts';
import { startServer } from '../processes/start-server.ts';

const size = 1_000;
const mails = 600;

/** Mails per second from the outbox to an SMTP server, through relay, queue, the real handler and its templates. */
export const mailScenarios: readonly Scenario[] = [mailsOn('redis'), mailsOn('postgres')];

function mailsOn(backend: 'redis' | 'postgres'): Scenario {
  const goal = `7 mails ${backend}`;
  return {
    name: `mails-${backend}`,
    goals: [{ id: goal, what: 'mails per second from the outbox to an SMTP server' }],
    seconds: 60,
    ...(backend === 'redis' && { needs: ['redis'] as const }),
    async run(context) {
      const count = context.isQuick ? mails / 6 : mails;
      const datasets = await openDatasets([size], context.report);
      context.defer(() => datasets.stop());
      const { url, applicationUrl, drop } = await datasets.copy(size);
      context.defer(drop);
      const redis = backend === 'redis' ? await startRedis(pathOf('redis')) : undefined;
      context.defer(() => redis?.stop());
      const sink = await startChild<{ port: number }>(
        new URL('../processes/mail-sink.ts', import.meta.url),
        {},
      );
      context.defer(() => sink.stop());
      const settings = productSettings({
        DATABASE_URL: applicationUrl,
        REDIS_URL: redis?.url ?? '',
        SMTP_URL: `smtp://127.0.0.1:${sink.ready.port}`,
      });
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      context.defer(() => client.end());
      const worker = await startServer(context, 'workers/worker.ts', settings);
      const perSecond: number[] = [];
      // The first round warms up.
      for (let round = 0; round <= context.rounds; round += 1) {
        context.round(round, context.rounds);
        await sink.call({ jobs: count });
        const arrived = sink.next<{ seconds: number }>();
        await enqueueMails(client, count);
        const { seconds } = await arrived;
        if (round > 0) perSecond.push(count / seconds);
        await waitUntilClosed(client);
      }
      return [{ goal, values: perSecond, note: `The worker has ${Math.round(worker.rssMb())} MB.` }];
    },
  };
}

async function enqueueMails(client: pg.Client, count: number): Promise<void> {
  const { rowCount } = await client.query(
    `INSERT INTO outbox (job, payload)
     SELECT $1, jsonb_build_object('mail', 'request-received', 'id', id) FROM open_requests LIMIT $2`,
    [deliverMail.name, count],
  );
  if (rowCount !== count) throw new Error(`There are ${rowCount} requests for mails.`);
  await client.query(`NOTIFY ${OUTBOX_CHANNEL}`);
}

/** @throws when a mail failed. */
async function waitUntilClosed(client: pg.Client): Promise<void> {
  const deadlineMs = performance.now() + 10_000;
  for (;;) {
    const { rows } = await client.query<{ open: number; failed: number }>(
      `SELECT count(*) FILTER (WHERE closed_at IS NULL)::int AS open, count(failed_at)::int AS failed FROM outbox
       WHERE job = $1`,
      [deliverMail.name],
    );
    const { open = 0, failed = 0 } = rows[0] ?? {};
    if (failed > 0 || performance.now() > deadlineMs)
      throw new Error(`${failed} mails failed, ${open} are open.`);
    if (open === 0) return;
  }
}
