import { getUsualTimes } from '#contracts/requests/usual-times.ts';
import { call } from '../../browser/api.ts';
import { enrolledUsually, paidUsually } from '../../ui/usual-time.copy.ts';

/** Returns how long it usually takes, in sentences; empty where too few requests tell. */
export async function usualTimes(): Promise<string> {
  const { paidDays, enrolledDays } = (await call(getUsualTimes, {})).data;
  return [paidDays && paidUsually(paidDays), enrolledDays && enrolledUsually(enrolledDays)]
    .filter(Boolean)
    .join(' ');
}
