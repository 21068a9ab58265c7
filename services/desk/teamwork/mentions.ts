import type { EntityManager } from 'typeorm';
import type * as contracts from '#contracts/desk/desk-teamwork.ts';
import type { ResponseBody } from '#contracts/endpoint.ts';
import { OPERATORS } from '#services/cases/audit-log.ts';
import { nameOf } from '#services/cases/case-ownership.ts';
import { CaseMentionEntity } from '#services/cases/replies-and-mentions.entity.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { execute, rows } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { isoTimes, type WithDates } from '#services/platform/iso-times.ts';
import { aboutSql, caseJoins } from '../cases/case-summary.ts';
import { OperatorEntity } from '../operators/operators.entity.ts';

/** Lets an operator see a note on every page of the desk. Returns their name. @throws HttpError 409 for an operator who has left. */
export async function mentionOperator(
  manager: EntityManager,
  actId: string,
  operatorId: string,
): Promise<string> {
  const operator = await manager.findOneBy(OperatorEntity, { userId: operatorId });
  if (!operator || operator.endedAt) throw conflict('This operator has no access to the desk.');
  await manager.insert(CaseMentionEntity, { actId, operatorId });
  return nameOf(manager, operatorId);
}

type Mention = ResponseBody<typeof contracts.listMentions>['data']['mentions'][number];

const shownMentions = 20;

/** Returns the mentions that the caller has not dismissed. */
export const listMentions: Handler<typeof contracts.listMentions> = async ({ caller }, { db }) => {
  const mentions = await rows<WithDates<Mention, 'at'>>(
    db,
    `SELECT m.id, c.id AS "caseId", coalesce(${aboutSql}, c.summary) AS about, author.full_name AS author,
       a.detail AS note, a.created_at AS at
     FROM case_mentions m JOIN case_acts a ON a.id = m.act_id JOIN cases c ON c.id = a.case_id
     LEFT JOIN users author ON author.id = a.actor_id ${caseJoins}
     WHERE m.operator_id = $1 AND m.seen_at IS NULL ORDER BY m.created_at LIMIT ${shownMentions}`,
    [caller.id],
  );
  return { message: 'Your mentions.', data: { mentions: mentions.map(isoTimes) } };
};

/** Dismisses a mention of the caller. Once more changes nothing. @throws HttpError 404 for one of another operator */
export const dismissMention: Handler<typeof contracts.dismissMention> = async (
  { params, caller },
  { db },
) => {
  await inTransaction(db, async (manager) => {
    const dismissed = await execute(
      manager,
      'UPDATE case_mentions SET seen_at = coalesce(seen_at, now()) WHERE id = $1 AND operator_id = $2',
      [params.id, caller.id],
    );
    if (dismissed === 0) throw notFound('There is no such mention.');
    publishChange(manager, OPERATORS);
  });
  return { message: 'Dismissed.' };
};
