import { setCookie, siteStorage, storageKeys, storagePrefix } from './storage.ts';

/** Name of the cookie of a sponsor who lists learners without names and photos. In no storage, because the server renders the list. */
export const fairBrowsingCookieName = `${storagePrefix}-fair`;

const yearS = 31_536_000;

/** Returns whether names and photos are off, by a `Cookie` header. */
export function isFairBrowsing(cookies: string | null): boolean {
  return cookies?.split('; ').includes(`${fairBrowsingCookieName}=on`) ?? false;
}

/** Switches names and photos off or on: for a year, or until the browser is closed where the session ends with it. */
export function setFairBrowsing(isOn: boolean): void {
  const isKept = !siteStorage.read(storageKeys.untilClosed);
  setCookie(fairBrowsingCookieName, isOn ? 'on' : '', isOn ? (isKept ? yearS : undefined) : 0);
}
