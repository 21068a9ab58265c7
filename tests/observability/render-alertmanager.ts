import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';

/** The part of alertmanager.yml that tests read. */
export interface AlertmanagerFile {
  global: Record<string, unknown>;
  route: Route;
  inhibit_rules: { source_matchers: string[]; target_matchers: string[] }[];
}

interface Route {
  receiver: string;
  group_by: string[];
  group_wait: string;
  group_interval: string;
  repeat_interval: string;
  matchers?: string[];
  routes?: Route[];
}

/** The folder that compose mounts. */
const alertmanagerFolder = fileURLToPath(new URL('../../deploy/observability/alertmanager', import.meta.url));

/** Settings of compose with BRAND_CONTACT_EMAIL alone. */
export const composeDefaults = {
  SMTP_URL: 'smtp://mail:1025',
  MAIL_FROM: 'hello@hope.example',
  OPERATORS_EMAIL: 'hello@hope.example',
  RUNBOOK_URL: '',
};

/** Runs start.sh with these settings, which writes alertmanager.yml to `folder`; returns its path. */
export function renderAlertmanager(folder: string, settings: Partial<typeof composeDefaults>): string {
  execFileSync('sh', [join(alertmanagerFolder, 'start.sh'), 'true'], {
    env: { PATH: process.env.PATH, TMPDIR: folder, ...composeDefaults, ...settings },
    stdio: 'pipe',
  });
  return join(folder, 'alertmanager.yml');
}

/** Writes a copy of the folder whose groups are mailed 600 times as soon; returns the path of its start.sh. */
export function hurryAlertmanager(folder: string): string {
  const file = readAlertmanager(join(alertmanagerFolder, 'alertmanager.yml'));
  for (const route of [file.route, ...(file.route.routes ?? [])]) {
    route.group_wait = hurry(route.group_wait);
    route.group_interval = hurry(route.group_interval);
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'alertmanager.yml'), stringify(file, { aliasDuplicateObjects: false }));
  writeFileSync(join(folder, 'start.sh'), readFileSync(join(alertmanagerFolder, 'start.sh')));
  return join(folder, 'start.sh');
}

/** Reads an alertmanager.yml. */
export const readAlertmanager = (path: string) => parse(readFileSync(path, 'utf8')) as AlertmanagerFile;

function hurry(duration: string): string {
  const [, count, unit] = /^(\d+)(s|m)$/.exec(duration) ?? [];
  return `${Math.ceil((Number(count) * (unit === 'm' ? 60_000 : 1_000)) / 600)}ms`;
}
