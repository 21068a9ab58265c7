/**
 * The one rule of which requests a sponsor may know about, as SQL over `requests AS r` or `open_requests AS r`:
 * public ones, private ones that invite the sponsor's verified address, and those for which a payment of the sponsor is
 * open or approved: to have begun and given up is no reason to go on seeing what somebody has been taken off.
 * `sponsor` is the placeholder that holds the sponsor's id.
 */
export function visibleToSponsor(sponsor: string): string {
  return `(r.is_public OR ${grantedToSponsor(sponsor)})`;
}

/** The part of the rule that makes an exception for this sponsor, for requests that are not public. */
export function grantedToSponsor(sponsor: string): string {
  // Asked once for a whole list, not once for each request in it.
  return `r.id IN (
    SELECT invited.request_id FROM request_recipients invited JOIN users guest ON guest.email = invited.email
    WHERE guest.id = ${sponsor} AND guest.email_verified_at IS NOT NULL
    UNION ALL SELECT mine.request_id FROM payments mine
    WHERE mine.payer_id = ${sponsor} AND mine.status IN ('initiating', 'pending', 'approved'))`;
}

/** Whether a request invites the sponsor, as SQL over `requests AS r`. */
export function invitesSponsor(sponsor: string): string {
  return `EXISTS (
      SELECT 1 FROM request_recipients invited JOIN users guest ON guest.email = invited.email
      WHERE invited.request_id = r.id AND guest.id = ${sponsor} AND guest.email_verified_at IS NOT NULL)`;
}

/** Requests that can still be sponsored, as SQL over `requests AS r`; `open_requests` holds no others. */
export const isOpenSql = `r.status IN ('pending', 'reserved')`;

/**
 * Whether another sponsor is just paying for a request, as SQL over `requests AS r` or `open_requests AS r`. `sponsor`
 * is the placeholder that holds the sponsor's id, `at` the moment in question.
 */
export function reservedByAnother(sponsor: string, at: string): string {
  return `r.id IN (SELECT held.id FROM requests held
    WHERE held.status = 'reserved' AND held.reserved_until > ${at} AND held.reserved_by_id <> ${sponsor})`;
}
