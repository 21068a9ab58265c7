import { kindsWithDecision } from '#contracts/cases/cases.ts';
import type { Approver } from '#services/cases/approval.ts';
import { isExcluded } from '#services/cases/case-ownership.ts';
import type { Case } from '#services/cases/cases.entity.ts';
import { findReopenObstacle } from '#services/cases/close-case.ts';
import type { SqlClient } from '#services/platform/database/sql.ts';
import { findOpenMatter, type OpenMatter } from '#services/purchases/required-cases/open-required-cases.ts';

const openTexts: Record<OpenMatter, string> = {
  purchase:
    'The purchase has not ended. The case is closed when the learner is enrolled, or when you end the purchase.',
  dispute: 'The dispute is not resolved. Answer it, or wait for the bank; the case is closed then.',
  refund: 'A refund of this payment is not paid out. The case is closed when it is.',
  money: 'We hold the money of this payment. Refund it; the case is closed when it is paid out.',
};

/** Returns why a case cannot be closed by hand; undefined when it can. */
export async function findCloseObstacle(
  client: SqlClient,
  { kind, subjectType: type, subjectId: id }: Case,
): Promise<string | undefined> {
  if (kindsWithDecision.includes(kind)) return 'Please decide this case with one of its own actions.';
  const matter = await findOpenMatter(client, { kind, subject: { type, id } });
  return matter && openTexts[matter];
}

/** Returns why this operator cannot close an open case, or open a closed one again; null when they can. */
export async function findEndObstacle(
  client: SqlClient,
  shown: Case,
  operatorId: string,
  operators: readonly Approver[],
): Promise<string | null> {
  if (shown.status !== 'closed') return (await findCloseObstacle(client, shown)) ?? null;
  if (isExcluded(shown, operatorId, operators)) return 'This case is about a decision of yours.';
  return (await findReopenObstacle(client, shown)) ?? null;
}
