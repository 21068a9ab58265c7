import type { reportTimeZone } from '#contracts/accounts/profile.ts';
import { call } from './api.ts';
import { reader } from './reader.ts';
import { $token, userIdOf } from './session.ts';
import { storageKeys, tabStorage } from './storage.ts';

// Typed by the contract without its schemas, which most pages need for nothing else.
const report = { method: 'PUT', path: '/user/me/time-zone', auth: 'token' } as typeof reportTimeZone;

/** Returns the browser's time zone (IANA name); on a server that of the reader. */
export function browserTimeZone(): string {
  return reader.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Reports the time zone of a signed-in person once per visit: for each tab, person and zone. */
export function reportTimeZoneOfVisit(): void {
  $token.subscribe((token) => {
    const timeZone = browserTimeZone();
    const visit = `${userIdOf(token)} ${timeZone}`;
    if (!token || tabStorage.read(storageKeys.timeZone) === visit) return;
    tabStorage.write(storageKeys.timeZone, visit);
    // The next page reports it when this call fails.
    call(report, { body: { timeZone } }).catch(() => tabStorage.remove(storageKeys.timeZone));
  });
}
