import type { EntityManager } from 'typeorm';
import type { setAbsence as contract } from '#contracts/desk/operators.ts';
import { OPERATORS, recordAudit } from '#services/cases/audit-log.ts';
import { nameOf, releaseCasesOf } from '#services/cases/case-ownership.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { lockRow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, forbidden, invalidField, notFound } from '#services/platform/errors.ts';
import { OperatorEntity } from './operators.entity.ts';

/** Today, as YYYY-MM-DD in UTC. */
const today = () => new Date().toISOString().slice(0, 10);

/** Returns the day on which an operator is back; null when they are here. Pure but for the clock. */
export const absentUntil = (day: string | null): string | null => (day && day > today() ? day : null);

/**
 * Marks an operator as absent until a day, which returns their cases to the inbox, or as back.
 * @throws HttpError 403 for another operator's absence without being a lead; 404; 409 when the access has ended; 422 for a day that has come.
 */
export const setAbsence: Handler<typeof contract> = async ({ params, body, caller }, { db }) => {
  const { id } = params;
  const { until, reason } = body;
  if (id !== caller.id && !caller.isLead) throw forbidden('Only a lead may do this.');
  if (until && !absentUntil(until)) throw invalidField('until', 'Please choose a day in the future.');
  await inTransaction(db, async (manager) => {
    const operator = await lockRow(manager, OperatorEntity, { userId: id });
    if (!operator) throw notFound('There is no such operator.');
    if (operator.endedAt) throw conflict('The access of this operator has ended.');
    await manager.update(OperatorEntity, { userId: id }, { absentUntil: until });
    const act = until ? 'operator.absent' : 'operator.back';
    await recordAudit(manager, act, `user:${id}`, until ? `Until ${until}: ${reason}` : reason, caller.id);
    if (until)
      await releaseCasesOf(manager, id, {
        operatorId: caller.id,
        reason: `The owner is absent until ${until}.`,
      });
    publishChange(manager, OPERATORS);
  });
  return { message: until ? 'Marked as absent. The cases are back in the inbox.' : 'Marked as back.' };
};

/**
 * Returns an operator who can be given a case, with the row lock, so that an absence that begins now returns the case.
 * @throws HttpError 409 when the operator is absent, or cannot sign in any more.
 */
export async function lockPresentOperator(manager: EntityManager, id: string): Promise<{ name: string }> {
  const operator = await lockRow(manager, OperatorEntity, { userId: id });
  if (!operator || operator.endedAt) throw conflict('This operator has no access to the desk.');
  const name = await nameOf(manager, id);
  const until = absentUntil(operator.absentUntil);
  if (until) throw conflict(`${name} is absent until ${until}.`);
  return { name };
}
