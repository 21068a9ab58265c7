import { loadSettings, type Settings } from '../../../browser/settings.ts';

/** The authorization URL and client id of Google sign-in. */
export type GoogleSettings = NonNullable<Settings['google']>;

let request: Promise<GoogleSettings | null> | undefined;
let cached: GoogleSettings | null | undefined;

/**
 * Fetches the settings of Google sign-in; null when it is not configured. One request per page, started
 * before the island is hydrated, so that the button is in the first render.
 */
export function fetchGoogleSettings(): Promise<GoogleSettings | null> {
  request ??= loadSettings().then(
    ({ google }) => google,
    // Hide the button on failure: password sign-in still works.
    () => null,
  );
  return request.then((settings) => {
    cached = settings;
    return settings;
  });
}

/** Returns the cached settings; undefined while the request is pending. */
export function cachedGoogleSettings(): GoogleSettings | null | undefined {
  return cached;
}
