import { type EntityManager, IsNull, Not } from 'typeorm';
import { hourMs } from '#contracts/durations.ts';
import { graveReasons, type ReportReason, reportReasons } from '#contracts/safety/report-reasons.ts';
import type { User } from '#services/accounts/user.entity.ts';
import { recordAct } from '#services/cases/audit-log.ts';
import { CaseActEntity } from '#services/cases/cases.entity.ts';
import { type CaseKey, openCase } from '#services/cases/open-case.ts';
import { hasRow, lockRow } from '#services/platform/database/sql.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { changeHolds } from '#services/requests/change-request.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { ReportEntity } from './safety.entity.ts';

const graveDueMs = 4 * hourMs;

/** A report on a subject; without a reporter it is a visitor's. */
export interface NewReport {
  subject: CaseKey['subject'];
  reporter?: Pick<User, 'id' | 'email' | 'emailVerifiedAt'> | undefined;
  reason: ReportReason;
  details?: string | undefined;
  /** Where the outcome is mailed to; by default the address of the reporter. */
  email?: string | undefined;
}

/**
 * Stores a report in the case of its subject, once for each reporter while the case is open. A grave report of a person
 * with a confirmed address pauses payments at once, unless a report on the subject was dismissed within 30 days, so that
 * repeated reports cannot stop payments. The caller holds the row lock of the reporter.
 */
export async function storeReport(
  manager: EntityManager,
  { subject, reporter, reason, details, email }: NewReport,
): Promise<void> {
  if (reporter && (await hasReported(manager, subject, reporter.id))) return;
  // An operator's action locks the request before the case.
  if (subject.type === 'request') await lockRow(manager, HelpRequestEntity, { id: subject.id });
  const isGrave = graveReasons.includes(reason);
  const caseId = await openCase(manager, {
    kind: 'report',
    subject,
    summary: reportReasons[reason],
    ...(isGrave && { dueAt: new Date(Date.now() + graveDueMs) }),
  });
  await manager.insert(ReportEntity, {
    caseId,
    reporterId: reporter?.id ?? null,
    email: email ?? reporter?.email ?? null,
    reason,
    details: details || null,
  });
  if (isGrave && reporter?.emailVerifiedAt && !(await wasDismissed(manager, subject)))
    await freeze(manager, caseId, subject);
}

function hasReported(manager: EntityManager, subject: CaseKey['subject'], reporterId: string) {
  return hasRow(
    manager,
    `SELECT 1 FROM reports r JOIN cases c ON c.id = r.case_id
     WHERE r.reporter_id = $1 AND c.subject_type = $2 AND c.subject_id = $3 AND c.status <> 'closed' LIMIT 1`,
    [reporterId, subject.type, subject.id],
  );
}

function wasDismissed(manager: EntityManager, subject: CaseKey['subject']): Promise<boolean> {
  return hasRow(
    manager,
    `SELECT 1 FROM cases WHERE kind = 'report' AND subject_type = $1 AND subject_id = $2
       AND outcome = 'dismissed' AND closed_at > now() - interval '30 days' LIMIT 1`,
    [subject.type, subject.id],
  );
}

async function freeze(manager: EntityManager, caseId: string, { type, id }: CaseKey['subject']) {
  if (type !== 'request' && type !== 'user') return;
  const target = type === 'request' ? { requestId: id } : { learnerId: id };
  const frozen = await changeHolds(manager, target, { add: ['frozen'] });
  if (frozen.length === 0) return;
  await recordAct(manager, { caseId, actorId: null, act: 'payments paused', detail: 'The report is grave.' });
}

/** Enqueues the outcome of a closed report to everybody who left an address; once for each time that it was closed. */
export async function notifyReporters(manager: EntityManager, caseId: string): Promise<void> {
  const revision = await manager.countBy(CaseActEntity, { caseId, act: 'closed' });
  for (const { id } of await manager.findBy(ReportEntity, { caseId, email: Not(IsNull()) }))
    await enqueue(manager, deliverMail, { mail: 'report-decided', id, revision });
}
