const offline = 'You are offline. Please load the page again when you have a connection.';
const lost =
  'Your connection may have been interrupted, or there is a new version of this page. Please load the page again.';

/** Texts about parts of a page that could not be loaded. */
export const lostCopy = {
  /** The likely reason, as far as the browser knows. */
  why: () => (navigator.onLine ? lost : offline),
  title: 'Some of this page did not load.',
  offline,
  lost,
  again: 'Load the page again',
} as const;
