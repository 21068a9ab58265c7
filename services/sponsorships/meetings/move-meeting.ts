import type { EntityManager } from 'typeorm';
import { invalid } from '#services/platform/errors.ts';
import { type Meeting, MeetingEntity } from './meeting.entity.ts';

const minuteMs = 60_000;
const durationMs = 30 * minuteMs;
const furthestMs = 366 * 24 * 60 * minuteMs;

/** What a sponsor asks for; an empty note takes the note away. */
export interface MeetingWish {
  startsAt?: string | undefined;
  note?: string | undefined;
}

/**
 * Gives a locked meeting another time or note. Its revision rises only if people were told of the one before, so
 * that calendars see one number for each thing that they were sent. Answers the meeting as it is then.
 */
export async function moveMeeting(
  manager: EntityManager,
  meeting: Meeting,
  wish: MeetingWish,
  now: Date,
): Promise<Meeting> {
  const isSameTime = !wish.startsAt || new Date(wish.startsAt).getTime() === meeting.startsAt.getTime();
  const times = isSameTime ? {} : timesFrom(futureTime(wish.startsAt ?? '', now));
  const note = wish.note === undefined ? meeting.note : wish.note || null;
  if (isSameTime && note === meeting.note) return meeting;
  const wasTold = meeting.toldRevision === meeting.revision;
  const moved = { ...times, note, revision: meeting.revision + (wasTold ? 1 : 0) };
  await manager.update(MeetingEntity, meeting.id, moved);
  return { ...meeting, ...moved };
}

/** Begin and end of a meeting that starts then; meetings last half an hour. */
export function timesFrom(startsAt: Date): Pick<Meeting, 'startsAt' | 'endsAt'> {
  return { startsAt, endsAt: new Date(startsAt.getTime() + durationMs) };
}

/** A wished time. Refuses with 422 one in the past or over a year away. */
export function futureTime(wished: string, now: Date): Date {
  const startsAt = new Date(wished);
  const aheadMs = startsAt.getTime() - now.getTime();
  if (aheadMs > 0 && aheadMs < furthestMs) return startsAt;
  const message = 'Please choose a time in the future, within a year.';
  throw invalid(message, { startsAt: message });
}
