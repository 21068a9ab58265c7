import type { EntityManager } from 'typeorm';
import { isHidden } from '#contracts/requests/request-holds.ts';
import { isOpen } from '#contracts/requests/request-status.ts';
import { findRow, lockRow } from '#services/platform/database/sql.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { type HelpRequest, HelpRequestEntity } from './request.entity.ts';

/** SQL condition over `open_requests AS r`: every sponsor may see the request. */
export const listedForAllSql = 'r.is_public';

/** Returns the SQL condition over `requests AS r` for the requests that every sponsor may see: the public ones that no hold hides. */
export function visibleToEverySponsor(): string {
  return `(${isShownSql} AND ${listedForAllSql})`;
}

/**
 * Returns the SQL condition over `requests AS r` for the requests that a sponsor may see: those that no hold hides and
 * that {@link listedForSponsor} allows, and those for which the sponsor has an open or approved payment.
 */
export function visibleToSponsor(sponsor: string): string {
  return `((${isShownSql} AND ${listedForSponsor(sponsor)}) OR r.id IN (${paidBySponsor(sponsor)}))`;
}

/**
 * Returns the SQL condition over `open_requests AS r` for the requests that a sponsor may see: public ones, private ones
 * that invite the sponsor's verified address, and those for which the sponsor has an open or approved payment. An
 * abandoned payment does not grant access. `sponsor` is the placeholder of the sponsor's id.
 */
export function listedForSponsor(sponsor: string): string {
  return `(${listedForAllSql} OR ${grantedToSponsor(sponsor)})`;
}

/** Returns the SQL condition over `open_requests AS r` for those that this sponsor may see, and not every one. */
export function listedForSponsorOnly(sponsor: string): string {
  return `(NOT ${listedForAllSql} AND ${grantedToSponsor(sponsor)})`;
}

function grantedToSponsor(sponsor: string): string {
  // An uncorrelated subquery is evaluated once per statement, not once per row.
  return `r.id IN (
    SELECT invited.request_id FROM request_recipients invited JOIN users guest ON guest.email = invited.email
    WHERE guest.id = ${sponsor} AND guest.email_verified_at IS NOT NULL
    UNION ALL ${paidBySponsor(sponsor)})`;
}

function paidBySponsor(sponsor: string): string {
  return `SELECT mine.request_id FROM payments mine
    WHERE mine.payer_id = ${sponsor} AND mine.status IN ('initiating', 'pending', 'approved')`;
}

/** Returns the SQL condition over `requests AS r` that a request invites the sponsor. */
export function invitesSponsor(sponsor: string): string {
  return `EXISTS (
      SELECT 1 FROM request_recipients invited JOIN users guest ON guest.email = invited.email
      WHERE invited.request_id = r.id AND guest.id = ${sponsor} AND guest.email_verified_at IS NOT NULL)`;
}

/** SQL condition over `requests AS r`: the request can be funded. `open_requests` contains only such rows. */
export const isOpenSql = `r.status IN ('pending', 'reserved')`;

/**
 * SQL condition over `requests AS r`: no hold hides the request (`isHidden` of the contract). `open_requests` contains
 * only such rows.
 */
export const isShownSql = `r.holds <@ ARRAY['frozen']`;

/**
 * Returns the SQL condition that the sponsor cannot pay the request now, over `requests AS r` or `open_requests AS r`:
 * another sponsor has reserved it, or its payments are paused. `sponsor` is the placeholder of the sponsor's id, `at` the
 * time to check for reservations.
 */
export function notPayableBy(sponsor: string, at: string): string {
  return `r.id IN (SELECT held.id FROM requests held
    WHERE held.status = 'reserved' AND held.reserved_until > ${at} AND held.reserved_by_id <> ${sponsor}
    UNION ALL SELECT paused.id FROM requests paused
    WHERE paused.holds = ARRAY['frozen'] AND paused.status IN ('pending', 'reserved'))`;
}

/**
 * Returns a request that a sponsor may see, otherwise undefined.
 *
 * @param condition a further condition over `requests AS r`; `$2` is the sponsor's id
 */
export function findVisibleRequest(
  manager: EntityManager,
  requestId: string,
  sponsorId: string,
  condition = 'true',
): Promise<HelpRequest | undefined> {
  return findRow(manager, HelpRequestEntity, `r.id = $1 AND ${visibleToSponsor('$2')} AND ${condition}`, [
    requestId,
    sponsorId,
  ]);
}

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
