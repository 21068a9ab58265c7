import type { DataSource } from 'typeorm';
import { hourMs } from '#contracts/durations.ts';
import { findHeldByEnded } from '#services/ledger/reconciliation/reconcile.ts';
import type { Config } from '#services/platform/config.ts';
import { row } from '#services/platform/database/sql.ts';
import { eventsThatSay } from '#services/providers/reports.ts';
import { countLateApprovals } from '#services/purchases/follow-up-purchases.ts';
import { countMissingCases } from '#services/purchases/required-cases/open-required-cases.ts';
import { findUnbalanced } from '../backup/table-sums.ts';
import { type Check, failed, ok, warning } from './check.ts';

/** Minutes in which a payment that the provider reported must be settled; most are within seconds. */
const settlementMinutes = 15;
/** A payment is abandoned at its last poll; its job may run later. */
const graceMs = hourMs;
/** The reconciliation runs every night. */
const reconciliationHours = 26;

/** Checks of payments and of the books. */
export function moneyChecks(config: Config, db: DataSource): Check[] {
  return [
    {
      name: 'Webhooks',
      why: 'The provider has reported payments that are not settled here: people have paid for nothing yet.',
      section: 'courseliftsettlementslow',
      async run() {
        const webhooks = await row<{ received: number; unsettled: number }>(
          db,
          `SELECT count(*)::int AS received, count(*) FILTER (
             WHERE w.event = ANY ($2) AND w.created_at < now() - $1 * interval '1 minute'
               AND p.status IN ('initiating', 'pending', 'failed', 'abandoned'))::int AS unsettled
           FROM webhook_inbox w LEFT JOIN payments p ON p.reference = w.reference
           WHERE w.created_at > now() - interval '7 days'`,
          [settlementMinutes, eventsThatSay('paid')],
        );
        const { received = 0, unsettled = 0 } = webhooks ?? {};
        const text = `${received} in 7 days`;
        return unsettled > 0 ? failed(`${text}, ${unsettled} not processed`) : ok(`${text}, all processed`);
      },
    },
    {
      name: 'Open payments',
      why: 'They were not looked up to the end, so money may have arrived unseen.',
      section: 'courseliftsettlementslow',
      async run() {
        const longestMs = Math.max(0, ...config.payment.pollDelaysMs) + graceMs;
        const payments = await row<{ open: number; late: number }>(
          db,
          `SELECT count(*)::int AS open,
                  count(*) FILTER (WHERE created_at < now() - $1 * interval '1 millisecond')::int AS late
           FROM payments WHERE status IN ('initiating', 'pending')`,
          [longestMs],
        );
        const { open = 0, late = 0 } = payments ?? {};
        const hours = Math.round(longestMs / hourMs);
        return late > 0
          ? failed(`${late} of ${open} for longer than ${hours} h`)
          : ok(`${open}, none too long`);
      },
    },
    {
      name: 'Ledger',
      why: 'Every transaction must add up to zero in each currency; a trigger rejects others.',
      section: 'check-everything-at-once',
      async run() {
        const unbalanced = await findUnbalanced(db);
        return unbalanced.length > 0 ? failed(unbalanced.slice(0, 3).join('; ')) : ok('balanced');
      },
    },
    {
      name: 'Money of ended requests',
      why: 'It belongs to no course any more, and no case gives it back.',
      section: 'money',
      async run() {
        const held = await findHeldByEnded(db);
        const shown = held.slice(0, 3).map(({ summary }) => summary);
        return held.length > 0 ? failed(`${held.length} accounts: ${shown.join(' ')}`) : ok('none');
      },
    },
    {
      name: 'Cases about money',
      why: 'Without an open case no operator sees a purchase, dispute, refund or payment that is not finished.',
      section: 'money',
      async run() {
        const missing = await countMissingCases(db);
        const texts = [...missing].map(([matter, count]) => `${matter}: ${count}`);
        return texts.length > 0
          ? failed(`missing for ${texts.join(', ')}; they are opened within an hour`)
          : ok('none is missing');
      },
    },
    {
      name: 'Approved payments',
      why: 'Nothing follows from their approval: no course is bought, and no mail is sent.',
      section: 'money',
      async run() {
        const late = await countLateApprovals(db, settlementMinutes);
        return late > 0
          ? failed(
              `${late} without a purchase for longer than ${settlementMinutes} min; look for failed jobs`,
            )
          : ok('each has its purchase');
      },
    },
    {
      name: 'Reconciliation',
      why: 'Differences from the books of the provider are money that is missing or not ours.',
      section: 'money',
      async run() {
        const last = await row<{ hours: number; differences: number; failure: string | null }>(
          db,
          `SELECT (extract(epoch FROM now() - finished_at) / 3600)::float8 AS hours, difference_count AS differences, failure
           FROM reconciliation_runs ORDER BY finished_at DESC LIMIT 1`,
        );
        if (!last) return warning('has not run yet; it runs every night');
        const text = `${last.hours.toFixed(0)} h ago`;
        if (last.failure) return failed(`${text}, not finished; run: npm run ops:reconcile`);
        if (last.differences > 0) return failed(`${text}, ${last.differences} differences, each is a case`);
        return last.hours > reconciliationHours
          ? warning(`${text}; it runs every night`)
          : ok(`${text}, no difference`);
      },
    },
  ];
}
