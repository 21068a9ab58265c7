import type { EntityManager } from 'typeorm';
import { hourMs } from '#contracts/durations.ts';
import { mayApprove } from '#services/cases/approval.ts';
import { notifyApproversJob } from '#services/cases/cases.jobs.ts';
import type { Config } from '#services/platform/config.ts';
import { execute, rows } from '#services/platform/database/sql.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { getsMailSql } from '../operators/operator-mails.ts';
import { approvalsSql } from './approvals-sql.ts';
import { findApprovalRule, type WaitingApproval } from './find-approvals.ts';

interface MailedOperator {
  id: string;
  mailedAt: Date | null;
  /** Ids of what the last mail listed. */
  mailed: string[];
  now: Date;
}

/**
 * Enqueues a mail to each operator who may approve something that no mail has listed: at once, or an hour after the last one, unless
 * a dispute among it is due before. Operators who are absent or chose no such mails get none. Does nothing without the four-eyes rule. Idempotent.
 */
export async function notifyApprovers(manager: EntityManager, config: Config): Promise<void> {
  if (!config.hasFourEyes) return;
  // Two runs of the job would otherwise mail the same approvals.
  const operators = await rows<MailedOperator>(
    manager,
    `SELECT user_id AS id, approvals_mailed_at AS "mailedAt", approvals_mailed AS mailed, clock_timestamp() AS now
     FROM operators o WHERE ${getsMailSql('approval')} ORDER BY user_id FOR UPDATE`,
  );
  const rule = await findApprovalRule(manager, config);
  const waiting = await rows<WaitingApproval>(manager, approvalsSql);
  for (const operator of operators) {
    const approvals = waiting.filter((approval) => mayApprove(rule, approval, operator.id));
    const fresh = approvals.filter(({ id }) => !operator.mailed.includes(id));
    if (fresh.length > 0) await mailOrWait(manager, operator, approvals, fresh);
  }
}

async function mailOrWait(
  manager: EntityManager,
  { id, mailedAt, now }: MailedOperator,
  approvals: readonly WaitingApproval[],
  fresh: readonly WaitingApproval[],
): Promise<void> {
  const nextAt = mailedAt ? new Date(mailedAt.getTime() + hourMs) : now;
  const isUrgent = fresh.some(({ dueAt }) => dueAt !== null && dueAt <= nextAt);
  if (now < nextAt && !isUrgent) {
    const key = `${id}:${nextAt.toISOString()}`;
    await enqueue(manager, notifyApproversJob, {}, { runAt: nextAt, key });
    return;
  }
  await execute(
    manager,
    'UPDATE operators SET approvals_mailed_at = $2, approvals_mailed = $3 WHERE user_id = $1',
    [id, now, approvals.map((approval) => approval.id)],
  );
  await enqueue(manager, deliverMail, { mail: 'approvals-waiting', id, revision: now.getTime() });
}
