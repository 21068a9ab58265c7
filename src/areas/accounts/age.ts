import { adultAge } from '#contracts/accounts/guardians.ts';
import { serverNow } from '../../browser/server-clock.ts';

/** The typed fields about the age. */
interface TypedAge {
  /** As a date field gives it: `2011-05-30`, or empty. */
  dateOfBirth: string;
  guardianEmail: string;
}

/**
 * Returns what is sent instead of the date of birth: whether the person is an adult, and otherwise the first day of the month
 * after the 18th birthday. An empty or impossible date says nothing.
 */
export function readAge(
  { dateOfBirth, guardianEmail }: TypedAge,
  today = new Date(serverNow()),
): { isAdult?: boolean; guardianEmail?: string; adultFrom?: string } {
  const [year = 0, month = 0, day = 0] = dateOfBirth.split('-').map(Number);
  if (!year || !month || !day) return {};
  const birthday = [year + adultAge, month, day] as const;
  const now = [today.getFullYear(), today.getMonth() + 1, today.getDate()] as const;
  const differing = birthday.findIndex((part, at) => part !== now[at]);
  const isAdult = differing === -1 || (birthday[differing] ?? 0) < (now[differing] ?? 0);
  if (isAdult) return { isAdult };
  const adultFrom = new Date(Date.UTC(year + adultAge, month, 1)).toISOString().slice(0, 10);
  return { isAdult, adultFrom, ...(guardianEmail && { guardianEmail }) };
}
