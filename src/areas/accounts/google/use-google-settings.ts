import { useEffect, useState } from 'react';
import { askGoogleSettings, type GoogleSettings, knownGoogleSettings } from './ask-google-settings.ts';

/** How to reach Google: undefined while it is being asked for, null where there is no Google sign-in. */
export function useGoogleSettings(): GoogleSettings | null | undefined {
  const [settings, setSettings] = useState(knownGoogleSettings);
  useEffect(() => {
    void askGoogleSettings().then(setSettings);
  }, []);
  return settings;
}
