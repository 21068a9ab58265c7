import { parseArgs } from 'node:util';
import type { CheckResult } from '#services/admin/doctor/check.ts';
import { examine } from '#services/admin/doctor/examine.ts';
import { childEnvironment, readConfig, readStartSettings } from '../services/platform/config.ts';
import { describeStartFailure } from '../services/platform/server-unavailable.ts';
import { loadEmbedded } from './product-database.ts';

const usage = `npm run ops:doctor -- [--json]

Checks the installation of DATABASE_URL, or else the product that runs here: settings, servers, jobs, money, backups, disks.
Changes nothing, sends no mail. Exit codes: 0 nothing failed, 1 a check failed, 2 it could not run.
`;

try {
  process.exitCode = await run();
} catch (error) {
  process.stderr.write(`${describeStartFailure(error)}\n`);
  process.exitCode = 2;
}

/** `npm run ops:doctor`: everything that a person would check by hand, on one screen. */
async function run(): Promise<number> {
  const { values } = parseArgs({
    options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const settings = readStartSettings();
  const { BACKUP_FOLDER: backupFolder, BACKUP_RECIPIENTS, DATA_DIR } = settings;
  const config = settings.DATABASE_URL
    ? readConfig()
    : await (await loadEmbedded()).readRunningConfig(settings);
  const results = await examine(config, {
    backupFolder,
    hasBackups: BACKUP_RECIPIENTS !== undefined,
    folders: ['.', DATA_DIR, backupFolder],
    environment: childEnvironment({}),
  });
  const isWell = results.every(({ state }) => state !== 'failed');
  process.stdout.write(
    values.json ? `${JSON.stringify({ ok: isWell, checks: results }, null, 2)}\n` : format(results),
  );
  return isWell ? 0 : 1;
}

/** One line for each check: its state, name and finding; why it matters and where to read on where it is not well. */
function format(results: readonly CheckResult[]): string {
  const width = Math.max(...results.map(({ name }) => name.length));
  const lines = results.map(({ name, state, found: finding, why, section }) => {
    const isWell = state === 'ok' || state === 'skipped';
    const end = isWell ? '' : ` – ${why} docs/operations.md#${section}`;
    return `${(state === 'failed' ? 'FAILED' : state).padEnd(8)}${name.padEnd(width)}  ${finding}${end}`;
  });
  const count = (wanted: CheckResult['state']) => results.filter(({ state }) => state === wanted).length;
  const sum = `${results.length} checks: ${count('ok')} ok, ${count('warning')} warnings, ${count('failed')} failed, ${count('skipped')} skipped.`;
  return `${[...lines, '', sum].join('\n')}\n`;
}
