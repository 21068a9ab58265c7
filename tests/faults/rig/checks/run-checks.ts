import type { AppliedFault } from '../faults/inject-faults.ts';
import type { HistoryLine } from '../history.ts';
import { checkAcknowledged, checkViews } from './check-clients.ts';
import { checkApprovals, checkDoubledMails } from './check-mails.ts';
import { checkCaptured, checkLedger, checkPurchases } from './check-money.ts';
import { checkDueJobs, checkFailedJobs, checkQueued, checkResources } from './check-rest.ts';
import type { Snapshot } from './snapshot.ts';

/** A rule that must hold after a run has healed, and the violations of it that were found. */
export interface CheckResult {
  rule: string;
  violations: string[];
}

/** The record of a run. */
export interface RunRecord {
  history: readonly HistoryLine[];
  faults: readonly AppliedFault[];
}

type Check = (snapshot: Snapshot, record: RunRecord) => string[];

const rules = {
  'captured at the provider = approved, in review, refund due or reversed': checkCaptured,
  'one approval per request, with one mail each to learner and sponsor': checkApprovals,
  'a purchase and an enrolment for each approved payment': checkPurchases,
  'mails arrived twice only after a lost connection or worker': (snapshot, { faults }) =>
    checkDoubledMails(snapshot, faults),
  'ledger = provider in each currency': checkLedger,
  'acknowledged writes are stored': (snapshot, { history }) => checkAcknowledged(snapshot, history),
  'no job is due': checkDueJobs,
  'the queues are empty': checkQueued,
  'no job failed for good': checkFailedJobs,
  'no client saw paid and then unpaid': (snapshot, { history }) => checkViews(snapshot, history),
  'descriptors, memory and connections are back': checkResources,
} satisfies Record<string, Check>;

/** See {@link runChecks}. */
export type Rule = keyof typeof rules;

/** Runs every check. */
export function runChecks(snapshot: Snapshot, record: RunRecord): CheckResult[] {
  return Object.entries<Check>(rules).map(([rule, check]) => ({ rule, violations: check(snapshot, record) }));
}
