import type { DataSource } from 'typeorm';
import { countryTextVersion } from '#contracts/accounts/guardians.ts';
import type { PaymentStatus } from '#contracts/payments/payment-status.ts';
import { pictureAddress } from '#services/accounts/pictures/picture.ts';
import { isSuspended } from '#services/accounts/sessions/find-session.ts';
import type { User } from '#services/accounts/user.entity.ts';
import { rows } from '#services/platform/database/sql.ts';
import { invitesSponsor } from './visible-to-sponsor.ts';

/** A learner with the URL of their picture. */
export interface Person extends Pick<User, 'email' | 'fullName' | 'isMinor' | 'country'> {
  picture: { contentType: string; url: string } | null;
}

/** Facts that the view of a request shows beside the request itself. */
export interface ViewerFacts {
  /** The database's time, with which reservations are compared. */
  now: Date;
  learner: Person;
  /** The viewer has a meeting about the request that was not cancelled. */
  hasMeeting: boolean;
  /** The request invites the viewer personally. */
  isInvitation: boolean;
  /** Status of the viewer's newest payment for the request. */
  payment: PaymentStatus | null;
  /** The viewer is the sponsor of the course, see `sponsoring_payments`. */
  isSponsor: boolean;
}

interface Row extends Omit<ViewerFacts, 'learner'>, Omit<Person, 'picture'> {
  id: string;
  learnerId: string;
  contentType: string | null;
  addressKey: string | null;
}

/** Returns, by request, what its view shows beside the request, in one statement. */
export async function findViewerFacts(
  db: DataSource,
  viewerId: string,
  requestIds: readonly string[],
): Promise<Map<string, ViewerFacts>> {
  const views = await rows<Row>(
    db,
    `SELECT r.id, now() AS now, r.learner_id AS "learnerId", u.email, u.full_name AS "fullName", u.is_minor AS "isMinor",
       CASE WHEN NOT u.is_minor OR EXISTS (SELECT FROM consents c WHERE c.user_id = u.id AND c.kind = 'guardian' AND c.version >= $3)
         THEN u.country END AS country,
       p.content_type AS "contentType", p.address_key AS "addressKey",
       EXISTS (SELECT 1 FROM meetings m
         WHERE m.request_id = r.id AND m.sponsor_id = $1 AND m.cancelled_at IS NULL) AS "hasMeeting",
       ${invitesSponsor('$1')} AS "isInvitation",
       (SELECT mine.status FROM payments mine WHERE mine.request_id = r.id AND mine.payer_id = $1
         ORDER BY mine.created_at DESC LIMIT 1) AS payment,
       EXISTS (SELECT 1 FROM sponsoring_payments p WHERE p.request_id = r.id AND p.payer_id = $1) AS "isSponsor"
     FROM requests r JOIN users u ON u.id = r.learner_id
       LEFT JOIN profile_pictures p ON p.user_id = u.id AND NOT ${isSuspended('u.id')}
     WHERE r.id = ANY ($2::uuid[])`,
    [viewerId, requestIds, countryTextVersion],
  );
  return new Map(
    views.map(({ id, learnerId, email, fullName, isMinor, country, contentType, addressKey, ...facts }) => {
      const picture = pictureAddress(learnerId, { contentType, addressKey });
      return [id, { ...facts, learner: { email, fullName, isMinor, country, picture } }];
    }),
  );
}
