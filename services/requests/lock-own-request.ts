import type { EntityManager } from 'typeorm';
import { canMove, isPaid } from '#contracts/request-status.ts';
import { databaseNow } from '#services/platform/database/database-now.ts';
import { lockRow } from '#services/platform/database/sql.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { type HelpRequest, HelpRequestEntity } from './request.entity.ts';

const minuteMs = 60_000;

/**
 * Takes the row lock of the learner's unpaid request. Starting a payment takes the same lock, so that a concurrent
 * change and payment are serialized. An expired reservation does not block. @throws HttpError 404 for another
 * learner's request, 409 when it is paid, withdrawn or reserved.
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
  const now = await databaseNow(manager);
  const leftMs = request.status === 'reserved' ? (request.reservedUntil?.getTime() ?? 0) - now.getTime() : 0;
  if (leftMs > 0) {
    const minutes = Math.ceil(leftMs / minuteMs);
    const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`;
    throw conflict(`A sponsor is paying for this course right now. Please try again in ${wait}.`);
  }
  return request;
}
