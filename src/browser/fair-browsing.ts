import { storageKeys } from './storage-keys.ts';

/** Returns whether learners are listed without names and photos in this browser. */
export function isFairBrowsing(): boolean {
  return localStorage.getItem(storageKeys.fairBrowsing) === 'on';
}

/** Stores the choice in local storage. */
export function setFairBrowsing(isOn: boolean): void {
  if (isOn) localStorage.setItem(storageKeys.fairBrowsing, 'on');
  else localStorage.removeItem(storageKeys.fairBrowsing);
}
