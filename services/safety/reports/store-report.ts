import type { EntityManager } from 'typeorm';
import { graveReasons, type ReportReason, reportReasons } from '#contracts/safety/report-reasons.ts';
import type { User } from '#services/accounts/user.entity.ts';
import { type CaseKey, openCase } from '#services/cases/open-case.ts';
import { recordAct } from '#services/cases/record-act.ts';
import { lockRow, row } from '#services/platform/database/sql.ts';
import { changeHolds } from '#services/requests/hold-request.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { ReportEntity } from './report.entity.ts';

const graveDueMs = 4 * 3_600_000;

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

async function hasReported(
  manager: EntityManager,
  subject: CaseKey['subject'],
  reporterId: string,
): Promise<boolean> {
  const found = await row(
    manager,
    `SELECT 1 FROM reports r JOIN cases c ON c.id = r.case_id
     WHERE r.reporter_id = $1 AND c.subject_type = $2 AND c.subject_id = $3 AND c.status <> 'closed' LIMIT 1`,
    [reporterId, subject.type, subject.id],
  );
  return found !== undefined;
}

async function wasDismissed(manager: EntityManager, subject: CaseKey['subject']): Promise<boolean> {
  const found = await row(
    manager,
    `SELECT 1 FROM cases WHERE kind = 'report' AND subject_type = $1 AND subject_id = $2
       AND outcome = 'dismissed' AND closed_at > now() - interval '30 days' LIMIT 1`,
    [subject.type, subject.id],
  );
  return found !== undefined;
}

async function freeze(
  manager: EntityManager,
  caseId: string,
  { type, id }: CaseKey['subject'],
): Promise<void> {
  if (type !== 'request' && type !== 'user') return;
  const target = type === 'request' ? { requestId: id } : { learnerId: id };
  const frozen = await changeHolds(manager, target, { add: ['frozen'] });
  if (frozen.length === 0) return;
  await recordAct(manager, { caseId, actorId: null, act: 'payments paused', detail: 'The report is grave.' });
}
