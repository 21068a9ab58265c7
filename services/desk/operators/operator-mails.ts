import type { EntityManager } from 'typeorm';
import { operatorMailNames } from '#contracts/desk/desk-words.ts';
import type { chooseMails as contract, OperatorMail } from '#contracts/desk/operators.ts';
import { OPERATORS, recordAudit } from '#services/cases/audit-log.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { rows, type SqlClient } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { deliverMail, type MailName } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { OperatorEntity } from './operators.entity.ts';

/** SQL: whether the operator `o` gets mails of a kind: not while absent, nor after they left. */
export const getsMailSql = (kind: OperatorMail): string =>
  `o.ended_at IS NULL AND coalesce(o.absent_until <= (now() AT TIME ZONE 'UTC')::date, true) AND '${kind}' = ANY (o.mails)`;

/** Returns the ids of the operators who get mails of a kind. */
export async function findMailedOperators(client: SqlClient, kind: OperatorMail): Promise<string[]> {
  const text = `SELECT o.user_id AS id FROM operators o WHERE ${getsMailSql(kind)} ORDER BY o.user_id`;
  return (await rows<{ id: string }>(client, text)).map(({ id }) => id);
}

/**
 * Enqueues a mail to each operator who gets mails of this kind; to OPERATORS_EMAIL where none does, so that it is not lost.
 * Idempotent for one revision.
 */
export async function mailOperators(
  manager: EntityManager,
  kind: OperatorMail,
  mail: { mail: MailName; id: string; revision: number },
): Promise<void> {
  const operatorIds = await findMailedOperators(manager, kind);
  if (operatorIds.length === 0) await enqueue(manager, deliverMail, mail);
  for (const operatorId of operatorIds) await enqueue(manager, deliverMail, { ...mail, operatorId });
}

/** Stores which mails the caller gets. */
export const chooseMails: Handler<typeof contract> = async ({ body, caller }, { db }) => {
  const mails = [...new Set(body.mails)];
  await inTransaction(db, async (manager) => {
    await manager.update(OperatorEntity, { userId: caller.id }, { mails });
    const names = mails.map((mail) => operatorMailNames[mail]).join(', ') || 'None';
    await recordAudit(manager, 'operator.mails_chosen', `user:${caller.id}`, names, caller.id);
    publishChange(manager, OPERATORS);
  });
  return { message: 'Saved.' };
};
