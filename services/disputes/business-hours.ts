const hourMs = 3_600_000;

/** Where a dispute is answered: hours to answer, and the offset from UTC; none of these countries has summer time. */
interface DisputeCountry {
  name: string;
  hours: number;
  utcOffsetHours: number;
}

const nigeria: DisputeCountry = { name: 'Nigeria', hours: 16, utcOffsetHours: 1 };
// Provider documentation, "Disputes": 16 business hours in Nigeria, 48 in Ghana, South Africa and Kenya.
const countryOf: Record<string, DisputeCountry> = {
  NGN: nigeria,
  GHS: { name: 'Ghana', hours: 48, utcOffsetHours: 0 },
  ZAR: { name: 'South Africa', hours: 48, utcOffsetHours: 2 },
  KES: { name: 'Kenya', hours: 48, utcOffsetHours: 3 },
};

/**
 * Returns when a dispute is accepted for us unless it is answered. Each hour of a weekday counts, day and night;
 * Saturdays and Sundays do not, by the country's clock. Public holidays are not subtracted, so the time is early rather
 * than late. Payments in other currencies use the shortest time.
 */
export function disputeDueAt(openedAt: Date, currency: string): Date {
  const { hours, utcOffsetHours } = countryOf[currency] ?? nigeria;
  const offsetMs = utcOffsetHours * hourMs;
  // Local time, read with the UTC methods.
  const local = new Date(skipWeekend(openedAt.getTime() + offsetMs));
  let leftMs = hours * hourMs;
  for (;;) {
    const midnight = new Date(local).setUTCHours(24, 0, 0, 0);
    if (leftMs <= midnight - local.getTime()) return new Date(local.getTime() + leftMs - offsetMs);
    leftMs -= midnight - local.getTime();
    local.setTime(skipWeekend(midnight));
  }
}

/** Returns the time itself on a weekday, and the start of Monday at a weekend. */
function skipWeekend(localMs: number): number {
  const day = new Date(localMs).getUTCDay();
  const days = day === 6 ? 2 : day === 0 ? 1 : 0;
  return days === 0 ? localMs : new Date(localMs + days * 24 * hourMs).setUTCHours(0, 0, 0, 0);
}
