import { useEffect, useState } from 'react';
import type { ResponseBody } from '#contracts/endpoint.ts';
import { getSettings } from '#contracts/settings.ts';
import { call } from './api.ts';

/** Public settings of this installation. */
export type Settings = ResponseBody<typeof getSettings>;

let requested: Promise<Settings> | undefined;

/**
 * Returns the settings of this installation. Requested once per page; a failed request is not cached.
 *
 * @throws ApiError, CallTimeoutError or NetworkError
 */
export function loadSettings(): Promise<Settings> {
  requested ??= call(getSettings, {}).catch((error: unknown) => {
    requested = undefined;
    throw error;
  });
  return requested;
}

/** Returns the settings of this installation; undefined while they are loading and when the request failed. */
export function useSettings(): Settings | undefined {
  const [settings, setSettings] = useState<Settings>();
  useEffect(() => {
    loadSettings().then(setSettings, () => undefined);
  }, []);
  return settings;
}
