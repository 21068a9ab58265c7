const minuteMs = 60_000;
const opensBeforeMs = 10 * minuteMs;
const closesAfterMs = 60 * minuteMs;

/** Returns when the room of a meeting opens and closes: 10 minutes before its start, and 60 minutes after it. */
export function roomTimes(startsAt: Date): { opensAt: Date; closesAt: Date } {
  const startMs = startsAt.getTime();
  return { opensAt: new Date(startMs - opensBeforeMs), closesAt: new Date(startMs + closesAfterMs) };
}
