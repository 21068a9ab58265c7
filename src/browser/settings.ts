import { getSettings } from '#contracts/site/settings.ts';
import { prefetchApiQuery, useApiQuery } from './use-api-query.ts';

const once = { staleTime: Number.POSITIVE_INFINITY };

/** Reads the settings of this installation; requested once per page. */
export function useSettings() {
  return useApiQuery(getSettings, {}, once);
}

/** Requests the settings before an island is hydrated. */
export function prefetchSettings(): void {
  prefetchApiQuery(getSettings, {}, once);
}
