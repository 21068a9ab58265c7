import { useEffect, useState } from 'react';
import { cachedGoogleSettings, fetchGoogleSettings, type GoogleSettings } from './fetch-google-settings.ts';

/** How to reach Google: undefined while it is being asked for, null where there is no Google sign-in. */
export function useGoogleSettings(): GoogleSettings | null | undefined {
  const [settings, setSettings] = useState(cachedGoogleSettings);
  useEffect(() => {
    void fetchGoogleSettings().then(setSettings);
  }, []);
  return settings;
}
