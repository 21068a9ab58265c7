import type { Config } from '#services/platform/config.ts';
import { createDataSource } from '#services/platform/database/data-source.ts';
import { type CheckResult, runChecks } from './check.ts';
import { databaseChecks } from './database-checks.ts';
import { fileChecks } from './file-checks.ts';
import { hideSecrets } from './hide-secrets.ts';
import { type Machine, machineChecks } from './machine-checks.ts';
import { moneyChecks } from './money-checks.ts';
import { queueChecks } from './queue-checks.ts';
import { reachChecks } from './reach-checks.ts';
import { settingsChecks } from './settings-checks.ts';

/** Checks a whole installation from this machine. Changes nothing; texts contain no secret of the configuration. */
export async function examine(config: Config, machine: Omit<Machine, 'isSandbox'>): Promise<CheckResult[]> {
  const { databaseUrl, isSandbox } = config;
  const db = createDataSource({ databaseUrl, applicationName: 'courselift-doctor', poolSize: 4 });
  // The check of PostgreSQL says why it is unavailable.
  const hasDatabase = await db.initialize().then(
    () => true,
    () => false,
  );
  try {
    const checks = [
      ...settingsChecks(config, db),
      ...databaseChecks(config, db, machine.environment),
      ...queueChecks(config, db),
      ...moneyChecks(config, db),
      ...fileChecks(config, db),
      ...reachChecks(config),
      ...machineChecks({ ...machine, isSandbox }),
    ];
    return await runChecks(checks, { hasDatabase, hide: hideSecrets(config) });
  } finally {
    if (hasDatabase) await db.destroy();
  }
}
