import { useEffect, useState } from 'react';
import type { ResponseBody } from '#contracts/endpoint.ts';
import { getSettings } from '#contracts/settings.ts';
import { call } from './api.ts';

/** Settings of this installation, as the server gives them to every browser. */
export type Settings = ResponseBody<typeof getSettings>;

let requested: Promise<Settings> | undefined;

/**
 * Returns the settings of this installation; requested once a page, and again after a failure.
 * @throws ApiError, CallTimeoutError or NetworkError
 */
export function loadSettings(): Promise<Settings> {
  requested ??= call(getSettings, {}).catch((error: unknown) => {
    requested = undefined;
    throw error;
  });
  return requested;
}

/** Settings of this installation; undefined until they are there, also when they could not be loaded. */
export function useSettings(): Settings | undefined {
  const [settings, setSettings] = useState<Settings>();
  useEffect(() => {
    loadSettings().then(setSettings, () => undefined);
  }, []);
  return settings;
}
