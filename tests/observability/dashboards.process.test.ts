import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse, stringify } from 'yaml';
import { verifyPayment } from '#contracts/payments/payments.ts';
import { freePort } from '#sandbox/processes/ports.ts';
import type { Listening } from '#services/platform/http/listen-on.ts';
import { createLogger } from '#services/platform/log.ts';
import { serveMetrics } from '#services/platform/metrics/serve-metrics.ts';
import { createCollector } from '#services/queues/create-collector.ts';
import { fileRequest, join as joinProduct, press, startPayment } from '../support/people/people.ts';
import { callApi } from '../support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '../support/product/test-product.ts';
import { patient } from '../support/soon.ts';
import { needs, requirePrometheus } from '../support/vitest/requirements.ts';

interface Dashboard {
  title: string;
  panels: { title: string; targets?: { expr: string; exemplar?: boolean }[] }[];
}

const { path, missing } = requirePrometheus();
const deployed = fileURLToPath(new URL('../../deploy/observability', import.meta.url));
const dashboards = globSync(join(deployed, 'grafana/courselift/*.json')).map(
  (file) => [basename(file), JSON.parse(readFileSync(file, 'utf8')) as Dashboard] as const,
);

describe('a real Prometheus that scrapes a running product', needs({ missing }), () => {
  const folder = mkdtempSync(join(tmpdir(), 'courselift-prometheus-'));
  let product: TestProduct;
  let metrics: Listening | undefined;
  let prometheus: ChildProcess;
  let url: string;
  beforeAll(async () => {
    product = await startTestProduct({ METRICS_PORT: '9464' });
    await product.startWorkers();
    metrics = await serveMetrics({
      metrics: { port: 0, host: '127.0.0.1' },
      collect: createCollector(product.db, {}, 0),
      log: createLogger(product.config, 'test'),
    });
    url = `http://127.0.0.1:${await freePort()}`;
    writeFileSync(join(folder, 'prometheus.yml'), configuration(metrics?.port ?? 0));
    prometheus = spawn(
      path ?? '',
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=${new URL(url).host}`,
        '--log.level=error',
        '--enable-feature=exemplar-storage',
      ],
      { stdio: 'ignore' },
    );
    await use(product);
    // Rates need two scrapes.
    await vi.waitFor(async () => {
      const [scrapes] = await query('min(count_over_time(up[1m]))');
      expect(Number(scrapes?.value[1])).toBeGreaterThanOrEqual(3);
    }, patient);
  });
  afterAll(async () => {
    if (prometheus?.exitCode === null && prometheus.signalCode === null) {
      prometheus.kill();
      await once(prometheus, 'exit');
    }
    await metrics?.close();
    await product?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  // In production the targets are found by DNS, every 15 s.
  const configuration = (port: number) => {
    const file = parse(readFileSync(join(deployed, 'prometheus/prometheus.yml'), 'utf8'));
    for (const job of file.scrape_configs) {
      delete job.dns_sd_configs;
      job.static_configs = [{ targets: [`127.0.0.1:${port}`] }];
    }
    file.global = { scrape_interval: '300ms', scrape_timeout: '300ms', evaluation_interval: '300ms' };
    file.rule_files = [join(deployed, 'prometheus/alerts.yml')];
    return stringify(file);
  };

  const query = async (expression: string) => {
    const body = new URLSearchParams({ query: expression });
    const response = await fetch(`${url}/api/v1/query`, { method: 'POST', body }).catch(() => undefined);
    const { data, error } = response ? await response.json() : { error: 'Prometheus is not up' };
    if (error) throw new Error(`${expression}: ${error}`);
    return data.result as { metric: object; value: [number, string] }[];
  };

  it.each(dashboards)('%s has data in every panel', async (_file, { panels }) => {
    for (const { title, targets = [] } of panels) {
      for (const { expr } of targets) {
        const result = await query(expr.replaceAll('$__rate_interval', '1m'));
        expect(result, `${title}: ${expr}`).not.toEqual([]);
      }
    }
  });

  it('leads from the panels of durations to the trace of a request and of a settled payment', async () => {
    const targets = dashboards.flatMap(([, { panels }]) => panels.flatMap((panel) => panel.targets ?? []));
    const linked = targets.filter(({ exemplar }) => exemplar).map(({ expr }) => expr);
    expect(linked).toHaveLength(2);
    for (const expr of linked) {
      const range = { start: String(Date.now() / 1000 - 600), end: String(Date.now() / 1000) };
      const search = new URLSearchParams({ query: expr.replaceAll('$__rate_interval', '1m'), ...range });
      const { data } = await (await fetch(`${url}/api/v1/query_exemplars?${search}`)).json();
      const exemplars = data.flatMap((series: { exemplars: object[] }) => series.exemplars);
      expect(exemplars, expr).toContainEqual(
        expect.objectContaining({ labels: { trace_id: expect.stringMatching(/^[\da-f]{32}$/) } }),
      );
    }
  });

  it('evaluates every alert, and none fires for a product that is well', async () => {
    const response = await fetch(`${url}/api/v1/rules`);
    const { data } = await response.json();
    const rules = data.groups.flatMap(({ rules: all }: { rules: object[] }) => all);
    expect(rules.length).toBe(16);
    for (const rule of rules) expect(rule).toMatchObject({ health: 'ok', state: 'inactive' });
  });
});

// Makes the subjects of the figures: a paid request and its mails.
async function use({ url, sandbox }: TestProduct): Promise<void> {
  const learner = await joinProduct(url, 'learner');
  const sponsor = await joinProduct(url, 'sponsor');
  const requestId = await fileRequest(url, learner);
  const { reference, access_code } = (await startPayment(url, sponsor, requestId)).body.data.data;
  await press(sandbox.httpUrl, access_code, 'pay');
  await callApi(url, verifyPayment, { query: { reference } }, sponsor.token);
}
