import type { EntityManager } from 'typeorm';
import { type User, UserEntity } from '#services/accounts/user.entity.ts';
import type { Config } from '#services/platform/config.ts';
import { execute, row } from '#services/platform/database/sql.ts';
import { conflict, HttpError } from '#services/platform/errors.ts';
import { waitText } from '#services/platform/wait-text.ts';

const dayMs = 86_400_000;
const unverified =
  'Please confirm your e-mail address first: learners share theirs only with sponsors whose address is confirmed.';

/**
 * Requires that a sponsor has confirmed the e-mail address (decisions section 4). @throws HttpError 409; its field `email`
 * lets the page offer another mail.
 */
export async function requireVerifiedSponsor(manager: EntityManager, sponsorId: User['id']): Promise<void> {
  const { emailVerifiedAt } = await manager.findOneByOrFail(UserEntity, { id: sponsorId });
  if (!emailVerifiedAt) throw new HttpError(409, unverified, { errors: { email: unverified } });
}

/**
 * Enforces how many meetings a sponsor has open at a time and arranges within 24 hours, cancelled ones included (decisions
 * section 4). The advisory lock serializes calls of one sponsor about several requests.
 * @throws HttpError 409 for too many open meetings, 429 for too many new ones.
 */
export async function enforceMeetingLimits(
  manager: EntityManager,
  sponsorId: User['id'],
  { openPerSponsor, newPerDay }: Config['meetings'],
): Promise<void> {
  await execute(manager, `SELECT pg_advisory_xact_lock(hashtextextended('meetings:' || $1, 0))`, [sponsorId]);
  const made = await row<{ open: number; recent: number; leftMs: number }>(
    manager,
    `SELECT count(*) FILTER (WHERE cancelled_at IS NULL
         AND NOT (status IN ('proposed', 'accepted') AND ends_at <= clock_timestamp()))::int AS open,
       count(*) FILTER (WHERE is_recent)::int AS recent,
       extract(epoch FROM min(created_at) FILTER (WHERE is_recent) - clock_timestamp())::float8 * 1000 + $2 AS "leftMs"
     FROM (SELECT *, created_at > clock_timestamp() - make_interval(secs => $2::float8 / 1000) AS is_recent
       FROM meetings WHERE sponsor_id = $1) AS mine`,
    [sponsorId, dayMs],
  );
  if (made && made.open >= openPerSponsor) {
    throw conflict(
      `You have ${made.open} meetings to come, which is the most at a time. Please arrange another one when one of them is over or cancelled.`,
    );
  }
  if (made && made.recent >= newPerDay) {
    throw new HttpError(
      429,
      `You have arranged ${made.recent} meetings in 24 hours, which is the most. You can arrange another one in ${waitText(made.leftMs)}.`,
      { retryAfterS: Math.ceil(made.leftMs / 1_000) },
    );
  }
}
