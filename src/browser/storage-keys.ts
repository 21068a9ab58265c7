/** Begins the names of what browsers keep. It is of the code: with another one, people would be signed out. */
export const storagePrefix = 'courselift';

const key = (name: string) => `${storagePrefix}.${name}`;

/** All keys in the browser's storage. */
export const storageKeys = {
  token: key('token'),
  role: key('role'),
  firstName: key('firstName'),
  theme: key('theme'),
  /** Prefix; followed by the user id. */
  helpDraft: key('helpDraft'),
  sponsoring: key('sponsoring'),
  /** "on" while a sponsor lists learners without names and photos. */
  fairBrowsing: key('fairBrowsing'),
  /** "off" while an operator has switched the shortcuts of the inbox off. */
  deskShortcuts: key('deskShortcuts'),
  /** Google profile of a user without an account. */
  newcomer: key('newcomer'),
  /** A Google sign-in that was started in this tab (session storage). */
  googleAttempt: key('googleAttempt'),
  /** A course to save after sign-in (session storage). */
  courseToSave: key('courseToSave'),
  /** The token of a mail's link whose page needs a sign-in first, after the path of the page (session storage). */
  linkToken: key('linkToken'),
  /** What was typed on a page that is loaded again (session storage). */
  typedFields: key('typedFields'),
  /** A message for the sign-in page (session storage). */
  signInNote: key('signInNote'),
} as const;
