import { readConfig, readStartSettings } from '#services/platform/config.ts';
import { migrate } from '#services/platform/database/migrate.ts';
import { type DatabaseContent, describeContent } from '#services/seed/describe-content.ts';
import { type SampleSignIn, sampleSignIns, seedSampleData } from '#services/seed/seed.ts';
import { lacksSamplePayments } from './add-sample-payments.ts';
import { runAsTask } from './run-task.ts';

export interface PreparedData {
  signIns: SampleSignIn[];
  /** Whether the local payment provider does not have all payments of the sample data yet. */
  lacksSamplePayments: boolean;
  /** Of a configured database, which is not seeded. */
  content?: DatabaseContent;
}

/** Task of `npm start`: migrates the database, and seeds the embedded one. */
async function prepareData(): Promise<PreparedData> {
  const config = readConfig();
  const settings = readStartSettings();
  const isEmbedded = process.argv.includes('--embedded');
  await migrate({
    ...config,
    ownerUrl: settings.MIGRATION_DATABASE_URL,
    ...(isEmbedded && { dataDir: settings.DATA_DIR }),
  });
  // Only the embedded database is seeded; a configured one, even empty, requires `npm run db:seed`.
  if (isEmbedded) {
    const signIns = settings.SAMPLE_DATA && config.isSandbox ? await seedSampleData(config) : [];
    return { signIns, lacksSamplePayments: await lacksSamplePayments(config.databaseUrl) };
  }
  const content = await describeContent(config.databaseUrl);
  const signIns = content.hasSamplePeople ? sampleSignIns() : [];
  return { signIns, content, lacksSamplePayments: await lacksSamplePayments(config.databaseUrl) };
}

await runAsTask(prepareData);
