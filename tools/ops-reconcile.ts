import { parseArgs } from 'node:util';
import { createPaymentProvider } from '#services/providers/payment-provider.ts';
import { entities } from '../services/entities.ts';
import { reconciliationDays } from '../services/ledger/reconciliation/reconciliation.jobs.ts';
import { runReconciliation } from '../services/ledger/reconciliation/run-reconciliation.ts';
import { type Config, readConfig, readStartSettings } from '../services/platform/config.ts';
import { createDataSource } from '../services/platform/database/data-source.ts';
import { runCommand } from './run-command.ts';

const usage = `npm run ops:reconcile -- [--days N]

Compares the ledger with the provider's transactions, refunds and disputes of the last N days (${reconciliationDays}), opens a
case for each difference, and prints them. Exit code 2 when there are differences.`;

/** `npm run ops:reconcile`: reconciles DATABASE_URL, or else the product that runs here, with the payment provider. */
await runCommand(async () => {
  const { values } = parseArgs({
    options: { days: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  const days = Number(values.days ?? reconciliationDays);
  if (values.help || !Number.isInteger(days) || days < 1) {
    process.stdout.write(`${usage}\n`);
    return values.help ? 0 : 1;
  }
  return readStartSettings().DATABASE_URL ? run(readConfig(), days) : await runEmbedded(days);
});

// Imported on demand: the production image contains neither the embedded database nor the sandbox.
async function runEmbedded(days: number): Promise<number> {
  const settings = readStartSettings();
  const { withDatabase } = await import('./with-database.ts');
  const { productEnvironment } = await import('#sandbox/start/product-environment.ts');
  return withDatabase(settings, ({ databaseUrl }, secrets) =>
    run(readConfig(productEnvironment(settings, secrets, databaseUrl).env), days),
  );
}

async function run({ databaseUrl, payment }: Config, days: number): Promise<number> {
  const db = createDataSource({
    entities,
    databaseUrl,
    applicationName: 'courselift-reconcile',
    poolSize: 1,
  });
  await db.initialize();
  try {
    const provider = createPaymentProvider(payment);
    const { from, transactions, recordedFees, differences } = await runReconciliation(db, provider, { days });
    const lines = [
      `${transactions} transactions of the provider since ${from.toISOString().slice(0, 10)}.`,
      ...(recordedFees > 0 ? [`Recorded the provider's fee of ${recordedFees}.`] : []),
      ...differences.map(({ summary }) => `- ${summary}`),
      differences.length === 0
        ? 'The ledger equals the books of the provider.'
        : `${differences.length} differences; each one is a case for operators.`,
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
    return differences.length === 0 ? 0 : 2;
  } finally {
    await db.destroy();
  }
}
