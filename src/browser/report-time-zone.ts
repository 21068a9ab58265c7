import { reportTimeZone } from '#contracts/accounts/profile.ts';
import { call } from './api.ts';

/** Stores a time zone in the account. */
export async function sendTimeZone(timeZone: string): Promise<void> {
  await call(reportTimeZone, { body: { timeZone } });
}
