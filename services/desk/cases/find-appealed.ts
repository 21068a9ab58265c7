import type { CaseDetails } from '#contracts/desk/desk.ts';
import type { Case } from '#services/cases/cases.entity.ts';
import { row, type SqlClient } from '#services/platform/database/sql.ts';
import { isoTimes, type WithDates } from '#services/platform/iso-times.ts';

// Of the time in which the case `c` is open: an appeal opens a case about its suspended person or its rejected request.
const decisionOf = (decision: string, decisionId: string, subjectId: string, columns: string) =>
  `SELECT ${columns}, d.reason, d.created_at AS at, p.text AS appeal, p.created_at AS "appealedAt" FROM cases c
     JOIN ${decision} d ON d.${subjectId} = c.subject_id::uuid JOIN appeals p ON p.${decisionId} = d.id
     WHERE c.id = $1 AND p.created_at BETWEEN c.created_at AND coalesce(c.closed_at, 'infinity')`;

/** SQL of the decisions that the appeal with the id `$1` is about, with the words of the appeal. */
export const appealedSql = `${decisionOf(
  'suspensions',
  'suspension_id',
  'user_id',
  `'suspension' AS decision, d.suspended_by_id AS asked_by_id, d.approved_by_id`,
)} UNION ALL ${decisionOf(
  'request_decisions',
  'request_decision_id',
  'request_id',
  `'rejection', d.decided_by_id, NULL`,
)}`;

/** Returns the decision that an appeal is about, as this operator sees it; null for other cases. */
export async function findAppealed(
  client: SqlClient,
  { id, kind }: Pick<Case, 'id' | 'kind'>,
  operatorId: string,
): Promise<CaseDetails['appealed']> {
  if (kind !== 'appeal') return null;
  const appealed = await row<WithDates<NonNullable<CaseDetails['appealed']>, 'at'>>(
    client,
    `SELECT d.decision, d.reason, asker.full_name AS "askedBy", approver.full_name AS "approvedBy", d.at, d.appeal,
       d.approved_by_id IS NOT DISTINCT FROM $2::uuid AS "tookPart"
     FROM (${appealedSql}) d LEFT JOIN users asker ON asker.id = d.asked_by_id
     LEFT JOIN users approver ON approver.id = d.approved_by_id ORDER BY d.at DESC LIMIT 1`,
    [id, operatorId],
  );
  return appealed ? isoTimes(appealed) : null;
}
