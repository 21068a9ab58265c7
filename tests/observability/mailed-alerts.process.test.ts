import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { freePort } from '#sandbox/processes/ports.ts';
import { type Listening, listenOn } from '#services/platform/http/listen-on.ts';
import { startTestSandbox, type TestSandbox } from '#tests/support/servers/start-test-sandbox.ts';
import { mailsTo } from '../support/people/people.ts';
import { patienceMs, soon } from '../support/soon.ts';
import { needs, requireAlertmanager, requirePrometheus } from '../support/vitest/requirements.ts';
import { composeDefaults, hurryAlertmanager } from './render-alertmanager.ts';

const prometheus = requirePrometheus();
const alertmanager = requireAlertmanager();
const deployed = fileURLToPath(new URL('../../deploy/observability/prometheus', import.meta.url));
const operators = 'operators@school.example';
const runbook = 'https://git.example/blob/main/';

describe('the mails about alerts', needs(prometheus.missing ? prometheus : alertmanager), () => {
  const folder = mkdtempSync(join(tmpdir(), 'courselift-mailed-alerts-'));
  const processes: ChildProcess[] = [];
  // Response of API and worker to a scrape; undefined is a failure.
  let scraped: string | undefined;
  let sandbox: TestSandbox;
  let target: Listening;

  const run = (command: string, args: string[], env: Record<string, string>) => {
    processes.push(spawn(command, args, { env: { PATH: process.env.PATH, ...env }, stdio: 'ignore' }));
  };

  beforeAll(async () => {
    sandbox = await startTestSandbox();
    target = await listenOn(
      (_req, res) => {
        res.writeHead(scraped === undefined ? 503 : 200, { 'content-type': 'text/plain' }).end(scraped);
      },
      0,
      '127.0.0.1',
    );
    const ports = { alertmanager: await freePort(), prometheus: await freePort() };
    run(
      'sh',
      [
        hurryAlertmanager(join(folder, 'alertmanager')),
        alertmanager.path ?? '',
        `--storage.path=${join(folder, 'alertmanager/data')}`,
        '--cluster.listen-address=',
        `--web.listen-address=127.0.0.1:${ports.alertmanager}`,
      ],
      {
        ...composeDefaults,
        TMPDIR: folder,
        SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
        OPERATORS_EMAIL: operators,
        RUNBOOK_URL: runbook,
      },
    );
    writeFileSync(join(folder, 'alerts.yml'), rulesWithoutDelay());
    writeFileSync(join(folder, 'prometheus.yml'), configuration(target.port, ports.alertmanager));
    run(
      prometheus.path ?? '',
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${ports.prometheus}`,
        // An alert that fires before Alertmanager is found is sent again after this time, a minute by default.
        '--rules.alert.resend-delay=2s',
      ],
      {},
    );
  });
  afterAll(async () => {
    for (const child of processes.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill();
      await once(child, 'exit');
    }
    await target?.close();
    await sandbox?.end();
    rmSync(folder, { recursive: true, force: true });
  });

  // Alerts fire at the first evaluation of a failure, instead of minutes after it.
  const rulesWithoutDelay = () => {
    const file = parse(readFileSync(join(deployed, 'alerts.yml'), 'utf8'));
    for (const { rules } of file.groups) for (const rule of rules) delete rule.for;
    return stringify(file);
  };

  const configuration = (targetPort: number, alertmanagerPort: number) => {
    const file = parse(readFileSync(join(deployed, 'prometheus.yml'), 'utf8'));
    for (const job of file.scrape_configs) {
      delete job.dns_sd_configs;
      job.static_configs = [{ targets: [`127.0.0.1:${targetPort}`] }];
    }
    file.alerting.alertmanagers[0].static_configs[0].targets = [`127.0.0.1:${alertmanagerPort}`];
    file.global = { scrape_interval: '300ms', scrape_timeout: '300ms', evaluation_interval: '300ms' };
    return stringify(file);
  };

  const mailWith = async (subject: string) => {
    const has = async () => (await mailsTo(sandbox.httpUrl, operators)).map((mail) => mail.subject);
    await soon(has).toContain(subject);
    const mail = (await mailsTo(sandbox.httpUrl, operators)).find(
      (candidate) => candidate.subject === subject,
    );
    return mail?.text ?? '';
  };

  it(
    'name the summary and the runbook of a target that fails, and follow when it responds again',
    async () => {
      expect(await mailWith('Critical: No API process responds to a scrape.')).toMatch(
        /^CRITICAL since \d{4}-\d\d-\d\d \d\d:\d\d UTC: No API process responds to a scrape\.\nCourseLiftApiDown, what to do: https:\/\/git\.example\/blob\/main\/docs\/operations\.md#courseliftapidown\n/,
      );
      scraped = 'courselift_database_up 1\n';
      expect(await mailWith('Resolved: No API process responds to a scrape.')).toMatch(
        /^RESOLVED at [\d: -]+ UTC: No API process responds to a scrape\.\n/,
      );
      await mailWith('Resolved: No worker process responds to a scrape.');
    },
    2 * patienceMs,
  );

  it(
    'leave out a warning that only follows from a critical alert, for as long as that one fires',
    async () => {
      const behind = 'A job of the queue mail is not done a quarter of an hour after it was due.';
      const failed = 'Jobs of the queue mail have used up their attempts.';
      const warnings =
        'courselift_outbox_oldest_seconds{queue="mail",state="queued"} 1200\ncourselift_outbox_jobs{queue="mail",state="failed"} 1\n';
      scraped = `courselift_database_up 0\n${warnings}`;
      await mailWith('Critical: A process cannot read the database.');
      expect(await mailWith(`Warning: ${failed}`)).not.toContain(behind);
      scraped = `courselift_database_up 1\n${warnings}`;
      await mailWith('Resolved: A process cannot read the database.');
      const both = await mailWith('Warning: 2 alerts');
      for (const summary of [behind, failed]) expect(both).toMatch(new RegExp(`WARNING since .* ${summary}`));
    },
    2 * patienceMs,
  );
});
