import type { Config } from '#services/platform/config.ts';
import { createDataSource } from '#services/platform/database/data-source.ts';
import { redisPassword } from '#services/platform/redis/redis-address.ts';
import { namedKeys } from '#services/platform/tokens/secrets.ts';
import { type CheckResult, runChecks } from './check.ts';
import { databaseChecks } from './database-checks.ts';
import { fileChecks } from './file-checks.ts';
import { type Machine, machineChecks } from './machine-checks.ts';
import { moneyChecks } from './money-checks.ts';
import { queueChecks } from './queue-checks.ts';
import { reachChecks } from './reach-checks.ts';
import { settingsChecks } from './settings-checks.ts';

const shortest = 4;

/**
 * Returns a function that replaces every secret of the configuration in a text. Checks do not print secrets; this is for what
 * other servers print of them in their errors.
 */
function hideSecrets(config: Config): (text: string) => string {
  const addresses = [config.databaseUrl, config.poolerUrl, config.mail.smtpUrl];
  const passwords = [
    ...addresses.map((address) => new URL(address ?? 'none:').password),
    ...[config.redisUrl, config.rateLimitRedisUrl].map((address) => redisPassword(address ?? '')),
  ].flatMap((password) => [password, decodeURIComponent(password)]);
  const secrets = [
    ...passwords,
    ...namedKeys(config).map(([, key]) => key.toString('base64')),
    ...Object.values(config.credentialKeys),
    config.payment.secretKey,
    config.google?.clientSecret ?? '',
    config.files.s3?.accessKey ?? '',
    config.files.s3?.secretKey ?? '',
  ];
  // The longest first: one may contain another.
  const hidden = secrets.filter(({ length }) => length >= shortest).sort((a, b) => b.length - a.length);
  return (text) => hidden.reduce((clean, secret) => clean.replaceAll(secret, '…'), text);
}

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
