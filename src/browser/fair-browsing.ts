import { storageKeys } from './storage-keys.ts';

/** Whether this browser shows learners without names and photos. */
export function isFairBrowsing(): boolean {
  return localStorage.getItem(storageKeys.fairBrowsing) === 'on';
}

/** Keeps the choice, for the next visit too. */
export function setFairBrowsing(isOn: boolean): void {
  if (isOn) localStorage.setItem(storageKeys.fairBrowsing, 'on');
  else localStorage.removeItem(storageKeys.fairBrowsing);
}
