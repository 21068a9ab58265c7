import type * as contracts from '#contracts/desk/desk-teamwork.ts';
import { recordAct } from '#services/cases/audit-log.ts';
import { lockOwnCase, nameOf } from '#services/cases/case-ownership.ts';
import { CaseEntity } from '#services/cases/cases.entity.ts';
import { CaseReplyEntity } from '#services/cases/replies-and-mentions.entity.ts';
import type { Handler } from '#services/deps.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { invalidField, notFound } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { lockSubject } from '../cases/find-subject.ts';
import { findRecipients, presentRecipients } from './find-recipients.ts';

/** Returns whom the operator can write to about a case, with the templates filled in. */
export const getReplies: Handler<typeof contracts.getReplies> = async (
  { params, caller },
  { config, db },
) => {
  const shown = await db.getRepository(CaseEntity).findOneBy({ id: params.id });
  if (!shown) throw notFound('There is no such case.');
  const operatorName = await nameOf(db.manager, caller.id);
  const recipients = await presentRecipients(db, shown, operatorName, config);
  return { message: 'The people of this case.', data: { recipients } };
};

/**
 * Enqueues a mail to a person of an own case. The audit log has their part in the case only, because its entries outlive them.
 * @throws HttpError 404 or 409 as {@link lockOwnCase}, 422 for a person whom the case is not about
 */
export const replyToPerson: Handler<typeof contracts.replyToPerson> = async (
  { params, body, caller },
  { db },
) => {
  const { to, subject, text } = body;
  const name = await inTransaction(db, async (manager) => {
    await lockSubject(manager, params.id);
    const ownCase = await lockOwnCase(manager, params.id, caller.id);
    const recipients = await findRecipients(manager, ownCase);
    const recipient = recipients.find(({ id }) => id === to);
    if (!recipient) throw invalidField('to', 'This case is not about this person.');
    const reply = { caseId: params.id, operatorId: caller.id, recipientId: to, subject, text };
    const { identifiers } = await manager.insert(CaseReplyEntity, reply);
    await enqueue(manager, deliverMail, { mail: 'case-reply', id: identifiers[0]?.id as string });
    const detail = `To the ${recipient.part}`;
    await recordAct(manager, { caseId: params.id, actorId: caller.id, act: 'replied', detail });
    return recipient.name;
  });
  return { message: `The mail to ${name} is on its way.` };
};
