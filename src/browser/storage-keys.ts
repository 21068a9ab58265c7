import { brand } from '#contracts/brand.ts';

const key = (name: string) => `${brand.storagePrefix}.${name}`;

/** Every key of the browser's storage that is ours. */
export const storageKeys = {
  token: key('token'),
  role: key('role'),
  firstName: key('firstName'),
  theme: key('theme'),
  helpDraft: key('helpDraft'),
  sponsoring: key('sponsoring'),
} as const;
