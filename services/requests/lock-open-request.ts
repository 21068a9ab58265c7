import type { EntityManager } from 'typeorm';
import { isHidden } from '#contracts/requests/request-holds.ts';
import { isOpen } from '#contracts/requests/request-status.ts';
import { lockRow } from '#services/platform/database/sql.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { type HelpRequest, HelpRequestEntity } from './request.entity.ts';
import { visibleToSponsor } from './visible-to-sponsor.ts';

/**
 * Takes the row lock of a request that this sponsor may see and fund. @throws HttpError 404 when it is not visible,
 * 409 when it is funded, withdrawn or held.
 */
export async function lockOpenRequest(
  manager: EntityManager,
  requestId: string,
  sponsorId: string,
): Promise<HelpRequest> {
  const request = await lockRow(manager, HelpRequestEntity, `r.id = $1 AND ${visibleToSponsor('$2')}`, [
    requestId,
    sponsorId,
  ]);
  if (!request) throw notFound('This request is no longer there.');
  if (request.status === 'withdrawn') throw conflict('The learner has withdrawn this request.');
  if (!isOpen(request.status)) throw conflict('This request has already been funded. Thank you for caring!');
  if (isHidden(request.holds)) throw conflict('This request is not available any more. Nothing was charged.');
  if (request.holds.length > 0)
    throw conflict(
      'Payments and meetings for this request are paused while we check it. Nothing was charged.',
    );
  return request;
}
