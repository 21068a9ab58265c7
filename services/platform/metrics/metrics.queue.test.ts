import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyPayment } from '#contracts/payments/payments.ts';
import { createLogger } from '#services/platform/log.ts';
import { createCollector } from '#services/queues/create-collector.ts';
import { onBothBackends } from '#tests/money/backends.ts';
import { fileRequest, join, press, startPayment } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { patient } from '#tests/support/soon.ts';
import type { Listening } from '../http/listen-on.ts';
import { serveMetrics } from './serve-metrics.ts';

/** Values by series of one scrape, such as `courselift_outbox_jobs{queue="mail",state="failed"}`. */
type Scrape = Map<string, number>;

// The port itself is chosen by each test; the setting enables the measurement of requests.
onBothBackends('the metrics', { METRICS_PORT: '9464' }, (product) => {
  let server: Listening | undefined;
  let before: Scrape;
  beforeAll(async () => {
    const { db, config } = product();
    const log = createLogger(config, 'test');
    server = await serveMetrics({
      metrics: { port: 0, host: '127.0.0.1' },
      collect: createCollector(db, {}, 0),
      log,
    });
    before = await scrape();
  });
  afterAll(() => server?.close());

  const get = (path: string) => fetch(`http://127.0.0.1:${server?.port}${path}`);
  const scrapeLines = async () => {
    const lines = (await (await get('/metrics')).text()).split('\n');
    return lines.filter((line) => line && !line.startsWith('#'));
  };
  const scrape = async (): Promise<Scrape> => {
    const values = (await scrapeLines()).map((line) => line.replace(/ # \{.*/, ''));
    return new Map(values.map((line) => [nameOf(line), countOf(line)]));
  };
  const tracesOf = async (metric: string, labels = '') => {
    const lines = (await scrapeLines()).filter(
      (line) => line.startsWith(`${metric}_bucket`) && line.includes(labels),
    );
    return lines.flatMap((line) => / # \{trace_id="([\da-f]{32})"\} [\d.]+ [\d.]+$/.exec(line)?.[1] ?? []);
  };
  // Tests of both backends run in one process, whose counters go on.
  const growthOf = async (series: string) => ((await scrape()).get(series) ?? 0) - (before.get(series) ?? 0);
  const grows = (series: string, by: number) => expect.poll(() => growthOf(series), patient).toBe(by);

  it('follow a request and its payment through HTTP, provider, queue and mail', async () => {
    const { url, sandbox } = product();
    const learner = await join(url, 'learner');
    const sponsor = await join(url, 'sponsor');
    const requestId = await fileRequest(url, learner);
    const { reference, access_code } = (await startPayment(url, sponsor, requestId)).body.data.data;
    await press(sandbox.httpUrl, access_code, 'pay');
    await callApi(url, verifyPayment, { query: { reference } }, sponsor.token);

    await grows('courselift_requests_filed_total', 1);
    await grows('courselift_requests_moved_total{to="paid"}', 1);
    await grows('courselift_settlement_seconds_count', 1);
    expect(
      await growthOf(
        'courselift_provider_call_duration_seconds_count{kind="transaction_initialize",outcome="success"}',
      ),
    ).toBe(1);
    expect(
      await growthOf(
        'courselift_http_request_duration_seconds_count{method="POST",route="/api/course/request",status="201"}',
      ),
    ).toBe(1);
    // Counters of one mail grow one after the other.
    for (const series of [
      'courselift_mail_delay_seconds_count',
      'courselift_mails_total{outcome="accepted"}',
      'courselift_jobs_finished_total{queue="mail",job="mail.deliver",outcome="done"}',
      'courselift_outbox_relayed_total{queue="mail",kind="first"}',
    ])
      await expect.poll(() => growthOf(series), patient).toBeGreaterThanOrEqual(3);
  });

  it('name the trace of a call, and that of the job that settled a payment', async () => {
    const { url, db } = product();
    const response = await fetch(`${url}/api/course/meet/notify`, { method: 'POST' });
    const labels = 'method="POST",route="/api/course/meet/notify"';
    await expect
      .poll(() => tracesOf('courselift_http_request_duration_seconds', labels), patient)
      .toContain(response.headers.get('x-request-id'));
    const settled = await db.query(
      `SELECT split_part(traceparent, '-', 2) AS trace FROM outbox WHERE job LIKE 'payments.%' OR job LIKE 'sponsorships.%'`,
    );
    const traces = await tracesOf('courselift_settlement_seconds');
    expect(settled.some(({ trace }: { trace: string }) => traces.includes(trace))).toBe(true);
  });

  it('contain no path, id or address of a caller', async () => {
    const { url } = product();
    const paths = ['/api/no-such-call/0b7e', '/api/user/0b7e0000-0000-4000-8000-000000000000/picture', '/x'];
    for (const path of paths) await fetch(`${url}${path}`, { method: 'PROPFIND' }).catch(() => {});
    for (const path of paths) await fetch(`${url}${path}?token=secret`);
    const text = [...(await scrape()).keys()].join('\n');
    expect(text).toContain('route="/api (none)",status="404"');
    expect(text).toContain('route="/api/user/:id/picture"');
    expect(text).not.toMatch(/0b7e|secret|no-such|PROPFIND/);
  });

  it('read what waits and failed from the database, and the age of the oldest', async () => {
    const { db } = product();
    await db.query(
      `INSERT INTO outbox (job, payload, available_at, failed_at) VALUES
         ('payments.verify', '{}', now(), now()), ('payments.verify', '{}', now() + interval '1 hour', NULL)`,
    );
    await db.query(
      `INSERT INTO outbox (job, payload, available_at, enqueued_at)
       VALUES ('newsletter.welcome', '{}', now() - interval '90 s', now())`,
    );
    const values = await scrape();
    expect(values.get('courselift_outbox_jobs{queue="payments",state="failed"}')).toBe(1);
    expect(values.get('courselift_outbox_jobs{queue="meetings",state="failed"}')).toBe(0);
    expect(values.get('courselift_outbox_jobs{queue="payments",state="delayed"}')).toBeGreaterThanOrEqual(1);
    expect(values.get('courselift_outbox_oldest_seconds{queue="payments",state="waiting"}')).toBe(0);
    expect(
      values.get('courselift_outbox_oldest_seconds{queue="newsletter",state="queued"}'),
    ).toBeGreaterThanOrEqual(90);
    expect(values.get('courselift_cases_open{kind="refund",overdue="no"}')).toBe(0);
    expect(values.get('courselift_database_up')).toBe(1);
    expect(values.get('courselift_database_connections{pool="main",state="max"}')).toBe(5);
    expect(values.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  });

  it('are all that their port serves', async () => {
    expect((await get('/')).status).toBe(404);
    expect((await get('/metrics')).headers.get('content-type')).toContain(
      'application/openmetrics-text; version=1.0.0',
    );
  });

  it('leave out the figures of a database that is unavailable, and say so', async () => {
    const { db } = product();
    await db.query('ALTER TABLE cases RENAME TO cases_away');
    const values = await scrape();
    await db.query('ALTER TABLE cases_away RENAME TO cases');
    expect(values.get('courselift_database_up')).toBe(0);
    expect(values.has('courselift_outbox_jobs{queue="mail",state="failed"}')).toBe(false);
    expect(values.has('courselift_requests_filed_total')).toBe(true);
    expect((await scrape()).get('courselift_database_up')).toBe(1);
  });
});

const nameOf = (line: string) => line.slice(0, line.lastIndexOf(' '));
const countOf = (line: string) => Number(line.slice(line.lastIndexOf(' ') + 1));
