import { loadSettings, type Settings } from '../../../browser/settings.ts';

/** Where and as whom to ask Google. */
export type GoogleSettings = NonNullable<Settings['google']>;

let request: Promise<GoogleSettings | null> | undefined;
let cached: GoogleSettings | null | undefined;

/**
 * How to reach Google; null where there is no Google sign-in. Asked once a page, and early: the page asks while
 * its island is still on the way, so that the button is there, or not, from the first picture on.
 */
export function fetchGoogleSettings(): Promise<GoogleSettings | null> {
  request ??= loadSettings().then(
    ({ google }) => google,
    // The other ways in still work, so a button that is missing is no error to tell.
    () => null,
  );
  return request.then((settings) => {
    cached = settings;
    return settings;
  });
}

/** What is cached by now: undefined while it is being request for. */
export function cachedGoogleSettings(): GoogleSettings | null | undefined {
  return cached;
}
