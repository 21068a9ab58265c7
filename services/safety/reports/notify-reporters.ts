import { type EntityManager, IsNull, Not } from 'typeorm';
import { CaseActEntity } from '#services/cases/case-act.entity.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { ReportEntity } from './report.entity.ts';

/** Enqueues the outcome of a closed report to everybody who left an address; once for each time that it was closed. */
export async function notifyReporters(manager: EntityManager, caseId: string): Promise<void> {
  const revision = await manager.countBy(CaseActEntity, { caseId, act: 'closed' });
  for (const { id } of await manager.findBy(ReportEntity, { caseId, email: Not(IsNull()) }))
    await enqueue(manager, deliverMail, { mail: 'report-decided', id, revision });
}
