import { fileURLToPath } from 'node:url';
import { refuseSamplePeople } from './accounts/refuse-sample-people.ts';
import { entities } from './entities.ts';
import { assertBuiltBrand } from './platform/brand/built-brand.ts';
import { checkSettings } from './platform/check-settings.ts';
import { readConfig, reportMisspelledSettings } from './platform/config.ts';
import { connectDatabase } from './platform/database/connect-database.ts';
import { createDataSource } from './platform/database/data-source.ts';
import { checkFileStore } from './platform/files/file-store.ts';
import { createLogger, createOutageLog } from './platform/log.ts';
import { waitUntilUp } from './platform/server-unavailable.ts';
import { startTracing } from './platform/tracing/spans.ts';
import { watchEventLoop } from './platform/watch-process.ts';

/** The folder of the built pages. */
export const pagesDir = fileURLToPath(new URL('../dist', import.meta.url));

/**
 * Prepares an API or worker process: reads and checks its configuration, starts its log and traces, and waits until
 * PostgreSQL is up. @throws when the process must not run with this configuration, database or file store
 *
 * @param what the process in the lines that it prints, such as "The worker".
 */
export async function prepareProcess(
  name: 'api' | 'worker',
  what: string,
  { signal, ...pool }: { signal: AbortSignal; minPoolSize?: number },
) {
  reportMisspelledSettings();
  const config = readConfig();
  const log = createLogger(config, name);
  watchEventLoop(what, log);
  checkSettings(config, log);
  assertBuiltBrand(config.brand, pagesDir);
  const stopTracing = await startTracing(config, name, log);
  const db = createDataSource({
    entities,
    databaseUrl: config.databaseUrl,
    poolerUrl: config.poolerUrl,
    applicationName: `courselift-${name}`,
    poolSize: config.pools[name],
    ...pool,
    onPoolError: createOutageLog(log, 'PostgreSQL').failed,
    onNotifyError: createOutageLog(log, 'Sending notifications of PostgreSQL').failed,
  });
  await connectDatabase(db, config, { log, signal });
  await waitUntilUp('PostgreSQL', () => refuseSamplePeople(db, config), { log, signal });
  await checkFileStore(config, log);
  return { config, log, db, stopTracing };
}
