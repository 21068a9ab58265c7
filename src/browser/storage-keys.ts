import { brand } from '#contracts/brand.ts';

const key = (name: string) => `${brand.storagePrefix}.${name}`;

/** Every key of the browser's storage that is ours. */
export const storageKeys = {
  token: key('token'),
  role: key('role'),
  firstName: key('firstName'),
  theme: key('theme'),
  /** With the id of the person whose draft it is behind it. */
  helpDraft: key('helpDraft'),
  sponsoring: key('sponsoring'),
  /** "on" while a sponsor looks for learners without names and photos. */
  fairBrowsing: key('fairBrowsing'),
  /** What Google said about somebody who has no account yet. */
  newcomer: key('newcomer'),
  /** A Google sign-in that this tab began (session storage). */
  googleAttempt: key('googleAttempt'),
  /** A course that somebody wanted to save before signing in (session storage). */
  courseToSave: key('courseToSave'),
  /** A sentence for the sign-in page (session storage). */
  signInNote: key('signInNote'),
} as const;
