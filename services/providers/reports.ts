import type { ProviderReport } from './payment-provider.ts';
import { paystackReports } from './paystack/reports.ts';

// Events are stored under the provider's own names, which operators find on its dashboard.
const reports = new Map(Object.entries(paystackReports));

/** Returns what an event says; undefined for one that we do not know. */
export const reportOf = (event: string): ProviderReport | undefined => reports.get(event);

/** Returns the names of the events that say it. */
export const eventsThatSay = (wanted: ProviderReport): string[] =>
  [...reports].filter(([, report]) => report === wanted).map(([event]) => event);
