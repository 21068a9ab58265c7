import type { DataSource } from 'typeorm';
import { type Config, ConfigError } from '#services/platform/config.ts';
import { row } from '#services/platform/database/sql.ts';

/**
 * Refuses to serve a database with sample people outside of a sandbox: the password of the sample people,
 * an operator among them, is printed in the documentation.
 *
 * @throws {ConfigError} with one line.
 */
export async function refuseSamplePeople(
  db: DataSource,
  { isSandbox }: Pick<Config, 'isSandbox'>,
): Promise<void> {
  if (isSandbox) return;
  const people = await row<{ hasSamples: boolean }>(
    db,
    'SELECT EXISTS (SELECT FROM users WHERE is_sample) AS "hasSamples"',
  );
  if (people?.hasSamples)
    throw new ConfigError(
      'Configuration: DATABASE_URL names a database with sample people, whose password is public, and this installation is no sandbox. Use another database, or set SANDBOX=true.',
    );
}
