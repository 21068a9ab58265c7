import type { AppliedFault } from '../faults/inject-faults.ts';
import type { ApprovalMail, Snapshot } from './snapshot.ts';

const kinds: ApprovalMail['mail'][] = ['receipt-for-learner', 'receipt-for-sponsor'];

/** A request has at most one approved payment, and that one exactly one job and at least one mail for each person. */
export function checkApprovals({ payments, approvalMails, mails }: Snapshot): string[] {
  const arrived = new Set(mails.map(({ messageId }) => messageId));
  const approved = payments.filter(({ status }) => status === 'approved');
  const perRequest = Map.groupBy(approved, ({ requestId }) => requestId);
  const doubled = [...perRequest]
    .filter(([, ofRequest]) => ofRequest.length > 1)
    .map(
      ([id, ofRequest]) =>
        `request ${id}: approved ${ofRequest.map(({ reference }) => reference).join(' and ')}`,
    );
  const perPayment = Map.groupBy(approvalMails, ({ paymentId, mail }) => `${paymentId} ${mail}`);
  const wrong = approved.flatMap(({ id, reference }) =>
    kinds.flatMap((kind) => {
      const jobs = perPayment.get(`${id} ${kind}`) ?? [];
      if (jobs.length !== 1) return [`${reference}: ${jobs.length} jobs for ${kind}`];
      const [only] = jobs;
      return only && arrived.has(messageIdOf(only.outboxId)) ? [] : [`${reference}: no ${kind} arrived`];
    }),
  );
  return [...doubled, ...wrong];
}

/** Faults in which a mail that arrived cannot be recorded as sent: its connection or its worker died. */
const doubling: ReadonlySet<string> = new Set([
  'kill-worker',
  'pause-worker',
  'rolling-restart',
  'reset-smtp',
  'silent-smtp',
  'smtp-drops',
  'smtp-away',
]);
// A worker that was killed may have sent its last mail a moment before.
const toleranceMs = 2_000;

/** A mail arrived twice only where its connection or its worker died between the two. */
export function checkDoubledMails({ mails }: Snapshot, faults: readonly AppliedFault[]): string[] {
  return [...Map.groupBy(mails, ({ messageId }) => messageId)].flatMap(([id, copies]) =>
    copies.slice(1).flatMap(({ atMs }, index) => {
      const before = copies[index]?.atMs ?? atMs;
      const isAllowed = faults.some(
        ({ kind, startMs, endMs }) =>
          doubling.has(kind) &&
          startMs <= atMs + toleranceMs &&
          (endMs ?? Number.POSITIVE_INFINITY) >= before - toleranceMs,
      );
      if (isAllowed) return [];
      const last = faults.findLast(({ startMs }) => startMs <= atMs);
      const since = last ? `, ${inSeconds(atMs - last.startMs)} after ${last.kind} began` : '';
      return [`${id} arrived again after ${inSeconds(atMs - before)} without a fault that allows it${since}`];
    }),
  );
}

const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
// The domain is that of MAIL_FROM, which the rig does not set.
const messageIdOf = (outboxId: string) => `${outboxId}@courselift.example`;
