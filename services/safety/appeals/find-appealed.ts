import type { EntityManager } from 'typeorm';
import * as z from 'zod/mini';
import type { CaseKey } from '#services/cases/open-case.ts';
import type { Config } from '#services/platform/config.ts';
import { invalid, notFound, unauthenticated } from '#services/platform/errors.ts';
import type { Caller } from '#services/platform/http/route.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { type RequestDecision, RequestDecisionEntity } from '../decisions/request-decision.entity.ts';
import { type Suspension, SuspensionEntity } from '../suspensions/suspension.entity.ts';
import { readAppealToken } from './appeal-link.ts';

/** A decision that can be appealed. */
export interface AppealedDecision {
  subject: CaseKey['subject'];
  userId: string;
  courseTitle: string | null;
  reason: string;
  /** Whether it still applies. */
  isStanding: boolean;
  /** Column of the appeal that refers to it. */
  key: { requestDecisionId: string } | { suspensionId: string };
  /** Operators who made it; they may not answer the appeal. */
  decidedBy: (string | null)[];
}

const usedLink = 'This link does not work. Please open it from the mail again.';

/**
 * Returns the decision that a call names: by the token of the mail about a suspension, or by the id of the caller's
 * request. @throws HttpError 401, 404 or 422.
 */
export async function findAppealed(
  manager: EntityManager,
  { token, request }: { token?: string | undefined; request?: string | undefined },
  caller: Caller | undefined,
  config: Config,
): Promise<AppealedDecision> {
  if (token) {
    const id = await readAppealToken(token, config);
    const suspension = id && (await manager.findOneBy(SuspensionEntity, { id }));
    if (!suspension) throw invalid(usedLink, { token: usedLink });
    return ofSuspension(suspension);
  }
  if (!caller) throw unauthenticated('Please sign in, or open the link of the mail again.');
  const found =
    z.uuid().safeParse(request).success && request ? await findRejection(manager, request) : undefined;
  if (found?.userId !== caller.id) throw notFound('There is no decision to appeal.');
  return found;
}

/** Returns the latest decision about a request if it is a rejection. */
export async function findRejection(
  manager: EntityManager,
  requestId: string,
): Promise<AppealedDecision | undefined> {
  const request = await manager.findOneBy(HelpRequestEntity, { id: requestId });
  const [latest] = await manager.find(RequestDecisionEntity, {
    where: { requestId },
    order: { createdAt: 'DESC' },
    take: 1,
  });
  if (!request || latest?.decision !== 'rejected') return undefined;
  return {
    subject: { type: 'request', id: requestId },
    userId: request.learnerId,
    courseTitle: request.courseTitle,
    reason: latest.reason,
    isStanding: request.holds.includes('rejected'),
    ...ofDecision(latest),
  };
}

function ofDecision({ id, decidedById }: RequestDecision) {
  return { key: { requestDecisionId: id }, decidedBy: [decidedById] };
}

/** Returns a suspension as a decision that can be appealed. */
export function ofSuspension({ id, userId, reason, ...rest }: Suspension): AppealedDecision {
  return {
    subject: { type: 'user', id: userId },
    userId,
    courseTitle: null,
    reason,
    isStanding: rest.liftedAt === null,
    key: { suspensionId: id },
    decidedBy: [rest.suspendedById, rest.approvedById],
  };
}
