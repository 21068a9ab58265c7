import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { Config } from '#services/platform/config.ts';
import { databaseNow } from '#services/platform/database/database-now.ts';
import { invalid } from '#services/platform/errors.ts';
import { type Meeting, MeetingEntity } from './meeting.entity.ts';

const durationMs = 30 * 60_000;
const hourMs = 3_600_000;
const defaultNoticeMs = 48 * hourMs;
const furthestMs = 366 * 24 * hourMs;

interface Wish {
  startsAt?: string | undefined;
  note?: string | undefined;
}

/**
 * Records the meeting of a sponsor about a request, or moves the one there is. Without a wish it starts at the
 * full hour two days from now. Refuses with 422 a time in the past or over a year away.
 */
export async function planMeeting(
  manager: EntityManager,
  who: { requestId: string; sponsorId: string },
  wish: Wish,
  { meetingBaseUrl }: Pick<Config, 'meetingBaseUrl'>,
): Promise<Meeting> {
  const existing = await manager.findOneBy(MeetingEntity, who);
  const now = await databaseNow(manager);
  if (existing && !wish.startsAt) {
    if (wish.note !== undefined) await manager.update(MeetingEntity, existing.id, { note: wish.note });
    return { ...existing, note: wish.note ?? existing.note };
  }
  const startsAt = wish.startsAt ? futureTime(wish.startsAt, now) : defaultStart(now);
  const times = { startsAt, endsAt: new Date(startsAt.getTime() + durationMs) };
  if (existing) {
    const moved = { ...times, note: wish.note ?? existing.note, revision: existing.revision + 1 };
    await manager.update(MeetingEntity, existing.id, moved);
    return { ...existing, ...moved };
  }
  const roomUrl = `${meetingBaseUrl}/courselift-${randomBytes(9).toString('base64url')}`;
  await manager
    .createQueryBuilder()
    .insert()
    .into(MeetingEntity)
    .values({ ...who, ...times, roomUrl, note: wish.note ?? null })
    .execute();
  return manager.findOneByOrFail(MeetingEntity, who);
}

function defaultStart(now: Date): Date {
  return new Date(Math.ceil((now.getTime() + defaultNoticeMs) / hourMs) * hourMs);
}

function futureTime(wished: string, now: Date): Date {
  const startsAt = new Date(wished);
  const aheadMs = startsAt.getTime() - now.getTime();
  if (aheadMs > 0 && aheadMs < furthestMs) return startsAt;
  const message = 'Please choose a time in the future, within a year.';
  throw invalid(message, { startsAt: message });
}
