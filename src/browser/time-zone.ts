import { loadPart } from './load-part.ts';
import { $token, userIdOf } from './session.ts';
import { storageKeys, tabStorage } from './storage.ts';

/** Returns the browser's time zone (IANA name). */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Reports the time zone of a signed-in person once per visit: for each tab, person and zone. */
export function reportTimeZoneOfVisit(): void {
  $token.subscribe((token) => {
    const timeZone = browserTimeZone();
    const visit = `${userIdOf(token)} ${timeZone}`;
    if (!token || tabStorage.read(storageKeys.timeZone) === visit) return;
    tabStorage.write(storageKeys.timeZone, visit);
    loadPart(() => import('./report-time-zone.ts'))
      .then(({ sendTimeZone }) => sendTimeZone(timeZone))
      // The next page reports it.
      .catch(() => tabStorage.remove(storageKeys.timeZone));
  });
}
