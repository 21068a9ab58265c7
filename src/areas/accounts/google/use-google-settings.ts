import { useEffect, useState } from 'react';
import { cachedGoogleSettings, fetchGoogleSettings, type GoogleSettings } from './fetch-google-settings.ts';

/** Returns the settings of Google sign-in: undefined while loading, null when it is not configured. */
export function useGoogleSettings(): GoogleSettings | null | undefined {
  const [settings, setSettings] = useState(cachedGoogleSettings);
  useEffect(() => {
    void fetchGoogleSettings().then(setSettings);
  }, []);
  return settings;
}
