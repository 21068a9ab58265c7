import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { needs, requireAlertmanager } from '../support/vitest/requirements.ts';
import { composeDefaults, readAlertmanager, renderAlertmanager } from './render-alertmanager.ts';

interface Rules {
  groups: { rules: { alert: string; labels: { severity: string } }[] }[];
}

const rulesFile = fileURLToPath(new URL('../../deploy/observability/prometheus/alerts.yml', import.meta.url));
const alerts = (parse(readFileSync(rulesFile, 'utf8')) as Rules).groups.flatMap(({ rules }) => rules);
const temporary = mkdtempSync(join(tmpdir(), 'courselift-alertmanager-'));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

const render = (settings: Partial<typeof composeDefaults>) =>
  readAlertmanager(renderAlertmanager(temporary, settings));
const password = () => readFileSync(join(temporary, 'smtp-password'), 'utf8');

describe('start.sh', () => {
  it.each([
    ['smtp://mail:1025', 'mail:1025', '', '', false],
    ['smtp://mail', 'mail:587', '', '', false],
    ['smtp://ada:secret@mail.example:2525', 'mail.example:2525', 'ada', 'secret', true],
    [
      'smtp://ada%40example.org:p%25%3a%2F%22%27@mail.example',
      'mail.example:587',
      'ada@example.org',
      `p%:/"'`,
      true,
    ],
    ['smtp://ada:a@b&\\n$HOME@mail.example/?pool=true', 'mail.example:587', 'ada', 'a@b&\\n$HOME', true],
    ['smtps://ada:se%C3%A9@mail.example', 'mail.example:465', 'ada', 'seé', false],
    ['smtp://ada:secret@mail.example:465', 'mail.example:465', 'ada', 'secret', false],
  ])('connects to %s, and sends no password without TLS', (SMTP_URL, server, user, secret, isTls) => {
    expect(render({ SMTP_URL }).global).toEqual({
      smtp_smarthost: server,
      smtp_from: composeDefaults.MAIL_FROM,
      smtp_auth_username: user,
      smtp_auth_password_file: join(temporary, 'smtp-password'),
      smtp_require_tls: isTls,
    });
    expect(password()).toBe(secret);
  });

  it('stops with a line when Alertmanager could not speak TLS with the server', () => {
    expect(() => render({ SMTP_URL: 'smtps://mail.example:2465' })).toThrow('port 465 alone');
  });

  it('fills in addresses with quotes', () => {
    const file = render({ MAIL_FROM: `Ada's "courses" & more <ada@example.org>` });
    expect(file.global.smtp_from).toBe(`Ada's "courses" & more <ada@example.org>`);
  });
});

describe('alertmanager.yml', () => {
  const namesOf = (severity: string) =>
    alerts.filter(({ labels }) => labels.severity === severity).map(({ alert }) => alert);

  it('inhibits warnings alone, by critical alerts alone', () => {
    const named = (matchers: string[]) =>
      matchers.flatMap((matcher) => /^alertname=~?"(.*)"$/.exec(matcher)?.[1]?.split('|') ?? []);
    const rules = render({}).inhibit_rules;
    expect(rules.length).toBeGreaterThan(0);
    for (const { source_matchers, target_matchers } of rules) {
      expect(namesOf('critical')).toEqual(expect.arrayContaining(named(source_matchers)));
      expect(namesOf('warning')).toEqual(expect.arrayContaining(named(target_matchers)));
      expect([named(source_matchers).length, named(target_matchers).length]).not.toContain(0);
    }
  });

  it('mails a critical alert soon and every four hours, and warnings together and every day', () => {
    const { route } = render({});
    expect(route).toMatchObject({ group_by: ['severity'], group_wait: '5m', repeat_interval: '24h' });
    expect(route.routes).toMatchObject([
      { group_by: ['alertname'], group_wait: '10s', repeat_interval: '4h' },
    ]);
  });
});

const { path, missing } = requireAlertmanager();

describe('amtool', needs({ missing }), () => {
  const amtool = (...args: string[]) =>
    execFileSync(join(dirname(path ?? ''), 'amtool'), args, { encoding: 'utf8', stdio: 'pipe' }).trim();

  it('accepts the configuration', () => {
    const file = renderAlertmanager(temporary, { SMTP_URL: 'smtp://ada:secret@mail.example' });
    expect(amtool('check-config', file)).toMatch(/SUCCESS[\s\S]*4 inhibit rules\n.*2 receivers/);
  });

  it('routes each alert to the receiver of its severity', () => {
    const file = renderAlertmanager(temporary, {});
    const receivers = { critical: 'critical', warning: 'warnings' } as Record<string, string>;
    for (const { alert, labels } of alerts) {
      const labelled = [`alertname=${alert}`, `severity=${labels.severity}`];
      const receiver = amtool('config', 'routes', 'test', `--config.file=${file}`, ...labelled);
      expect([alert, receiver]).toEqual([alert, receivers[labels.severity]]);
    }
  });
});
