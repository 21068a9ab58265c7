import { useEffect, useState } from 'react';
import type { Answer } from '#contracts/endpoint.ts';
import { getSettings } from '#contracts/settings.ts';
import { call } from '../../../browser/api.ts';

/** Where and as whom to ask Google. */
export type GoogleSettings = NonNullable<Answer<typeof getSettings>['google']>;

/** How to reach Google: undefined while it is being asked for, null where there is no Google sign-in. */
export function useGoogleSettings(): GoogleSettings | null | undefined {
  const [settings, setSettings] = useState<GoogleSettings | null>();
  useEffect(() => {
    const leaving = new AbortController();
    call(getSettings, {}, { signal: leaving.signal }).then(
      ({ google }) => setSettings(google),
      // The other ways in still work, so a button that is missing is no error to tell.
      () => leaving.signal.aborted || setSettings(null),
    );
    return () => leaving.abort();
  }, []);
  return settings;
}
