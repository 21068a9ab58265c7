import type { AppliedFault } from '../faults/inject-faults.ts';
import type { HistoryLine } from '../history.ts';
import { checkAcknowledged, checkViews } from './check-clients.ts';
import { checkApprovals, checkDoubledMails } from './check-mails.ts';
import { checkCaptured, checkLedger } from './check-money.ts';
import { checkDueJobs, checkFailedJobs, checkQueued, checkResources } from './check-rest.ts';
import type { Snapshot } from './snapshot.ts';

/** A rule that must hold after a run has healed, and the violations of it that were found. */
export interface CheckResult {
  rule: string;
  violations: string[];
}

/** What a run did. */
export interface RunRecord {
  history: readonly HistoryLine[];
  faults: readonly AppliedFault[];
}

/** Runs every check. */
export function runChecks(snapshot: Snapshot, { history, faults }: RunRecord): CheckResult[] {
  const results: Record<string, string[]> = {
    'captured at the provider = approved, in review, refund due or reversed': checkCaptured(snapshot),
    'one approval per request, with one mail each to learner and sponsor': checkApprovals(snapshot),
    'mails arrived twice only after a lost connection or worker': checkDoubledMails(snapshot, faults),
    'ledger = provider in each currency': checkLedger(snapshot),
    'acknowledged writes are stored': checkAcknowledged(snapshot, history),
    'no job is due': checkDueJobs(snapshot),
    'the queues are empty': checkQueued(snapshot),
    'no job failed for good': checkFailedJobs(snapshot),
    'no client saw paid and then unpaid': checkViews(snapshot, history),
    'descriptors, memory and connections are back': checkResources(snapshot),
  };
  return Object.entries(results).map(([rule, violations]) => ({ rule, violations }));
}
