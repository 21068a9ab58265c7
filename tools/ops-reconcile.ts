import { createPaymentProvider } from '#services/providers/create-payment-provider.ts';
import { entities } from '../services/entities.ts';
import { reconciliationDays } from '../services/ledger/reconciliation/reconciliation.jobs.ts';
import { runReconciliation } from '../services/ledger/reconciliation/run-reconciliation.ts';
import { type Config, readConfig, readStartSettings } from '../services/platform/config.ts';
import { withDataSource } from '../services/platform/database/data-source.ts';
import { loadEmbedded } from './product-database.ts';
import { runWithOptions } from './run-command.ts';

const usage = `npm run ops:reconcile -- [--days N]

Compares the ledger with the provider's transactions, refunds and disputes of the last N days (${reconciliationDays}), opens a
case for each difference, and prints them. Exit code 2 when there are differences.
`;

/** `npm run ops:reconcile`: reconciles DATABASE_URL, or else the product that runs here, with the payment provider. */
await runWithOptions({ usage, options: { days: { type: 'string' } } }, async (values) => {
  const days = Number(values.days ?? reconciliationDays);
  if (!Number.isInteger(days) || days < 1) return undefined;
  const settings = readStartSettings();
  if (settings.DATABASE_URL) return run(readConfig(), days);
  const { readEmbeddedConfig, withDatabase } = await loadEmbedded();
  return withDatabase(settings, ({ databaseUrl }, secrets) =>
    run(readEmbeddedConfig(settings, secrets, databaseUrl), days),
  );
});

function run({ databaseUrl, payment }: Config, days: number): Promise<number> {
  const options = { entities, databaseUrl, applicationName: 'courselift-reconcile', poolSize: 1 };
  return withDataSource(options, async (db) => {
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
  });
}
