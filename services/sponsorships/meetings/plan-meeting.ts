import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { Config } from '#services/platform/config.ts';
import { databaseNow } from '#services/platform/database/database-now.ts';
import { findMeeting } from './find-meeting.ts';
import { lockMeeting } from './lock-meeting.ts';
import { type Meeting, MeetingEntity } from './meeting.entity.ts';
import { futureTime, type MeetingWish, moveMeeting, timesFrom } from './move-meeting.ts';

const dayMs = 24 * 3_600_000;
const noonMs = dayMs / 2;
const defaultNoticeMs = 2 * dayMs;

/**
 * Records the meeting of a sponsor about a request, or moves the one there is, also one that is over; the caller
 * holds the request's lock. Refuses with 422 a time in the past or over a year away.
 */
export async function planMeeting(
  manager: EntityManager,
  who: { requestId: string; sponsorId: string },
  wish: MeetingWish,
  { meetingBaseUrl }: Pick<Config, 'meetingBaseUrl'>,
): Promise<Meeting> {
  const existing = await lockMeeting(manager, who);
  const now = await databaseNow(manager);
  if (existing) {
    const isLeftToUs = existing.endsAt <= now && !wish.startsAt;
    const startsAt = isLeftToUs ? defaultStart(now).toISOString() : wish.startsAt;
    return moveMeeting(manager, existing, { ...wish, startsAt }, now);
  }
  const startsAt = wish.startsAt ? futureTime(wish.startsAt, now) : defaultStart(now);
  const roomUrl = `${meetingBaseUrl}/courselift-${randomBytes(9).toString('base64url')}`;
  await manager.insert(MeetingEntity, { ...who, ...timesFrom(startsAt), roomUrl, note: wish.note || null });
  const planned = await findMeeting(manager, who.requestId, who.sponsorId);
  if (!planned) throw new Error('The meeting was not stored');
  return planned;
}

// Noon in UTC, at least two days ahead: a time of day when people are up from Cabo Verde to Mauritius.
function defaultStart(now: Date): Date {
  return new Date(Math.ceil((now.getTime() + defaultNoticeMs - noonMs) / dayMs) * dayMs + noonMs);
}
