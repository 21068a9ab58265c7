import type { EntityManager } from 'typeorm';
import { canMove, isPaid } from '#contracts/requests/request-status.ts';
import { lockRow } from '#services/platform/database/sql.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { type HelpRequest, HelpRequestEntity } from './request.entity.ts';

/**
 * Takes the row lock of the learner's unpaid request. Starting a payment takes the same lock, so that a concurrent
 * change and payment are serialized. A reservation does not block its learner (decision 051). @throws HttpError 404 for
 * another learner's request, 409 when it is paid or withdrawn.
 */
export async function lockOwnRequest(
  manager: EntityManager,
  requestId: string,
  learnerId: string,
): Promise<HelpRequest> {
  const request = await lockRow(manager, HelpRequestEntity, { id: requestId, learnerId });
  if (!request) throw notFound('This request is no longer there.');
  if (request.status === 'withdrawn') throw conflict('You have withdrawn this request.');
  if (isPaid(request.status)) throw conflict('This course is paid for, so the request stays as it is.');
  if (!canMove(request.status, 'withdrawn')) throw conflict('This request is closed and stays as it is.');
  return request;
}
