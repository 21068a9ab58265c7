import { checkSettings } from '#services/platform/check-settings.ts';
import { ConfigError, readConfig } from '#services/platform/config.ts';
import { describeStartFailure } from '#services/platform/server-unavailable.ts';
import { seedSampleData } from '#services/seed/seed.ts';
import { addSamplePayments } from './add-sample-payments.ts';
import { describeSignIns } from './describe-start.ts';

/**
 * The service `sample-people` of the profile `trial`: adds the sample data to the migrated database, unless it has data of its
 * own, with its payments at the sandbox, and prints the sign-ins. Can be run again.
 */
async function addSamplePeople(): Promise<void> {
  const config = readConfig();
  checkSettings(config, { warn: (line: string) => void process.stderr.write(`${line}\n`) });
  const signIns = await seedSampleData(config);
  if (signIns.length === 0) throw new ConfigError('The database has people of its own: nothing was added.');
  await addSamplePayments(config);
  process.stdout.write(['The sample data is in the database.', ...describeSignIns(signIns), ''].join('\n'));
}

try {
  await addSamplePeople();
} catch (error) {
  process.stderr.write(`${describeStartFailure(error)}\n`);
  process.exitCode = 1;
}
