import { adultAge } from '#contracts/guardians.ts';

/** The typed fields about the age. */
interface TypedAge {
  /** As a date field gives it: `2011-05-30`, or empty. */
  dateOfBirth: string;
  guardianEmail: string;
}

/** Returns what is sent instead of the date of birth; an empty or impossible date says nothing. */
export function readAge(
  { dateOfBirth, guardianEmail }: TypedAge,
  today = new Date(),
): { isAdult?: boolean; guardianEmail?: string } {
  const [year = 0, month = 0, day = 0] = dateOfBirth.split('-').map(Number);
  if (!year || !month || !day) return {};
  const birthday = [year + adultAge, month, day] as const;
  const now = [today.getFullYear(), today.getMonth() + 1, today.getDate()] as const;
  const differing = birthday.findIndex((part, at) => part !== now[at]);
  const isAdult = differing === -1 || (birthday[differing] ?? 0) < (now[differing] ?? 0);
  return isAdult || !guardianEmail ? { isAdult } : { isAdult, guardianEmail };
}
