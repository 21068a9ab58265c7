import { useEffect, useState } from 'react';
import { getDashboard } from '#contracts/dashboard/dashboard.ts';
import { listPledges } from '#contracts/funding/pledges.ts';
import { limits } from '#contracts/limits.ts';
import { followChanges } from '../../browser/follow-changes.ts';
import { siteStorage } from '../../browser/storage.ts';
import { storageKeys } from '../../browser/storage-keys.ts';
import { invalidateApiQueries, prefetchApiQuery, useApiQuery } from '../../browser/use-api-query.ts';

const moreRows = 60;
const firstRows = { requests: limits.dashboardRows as number, courses: limits.dashboardRows as number };

// With this module, not with the first render: React is three quarters of the scripts and arrives later.
if (siteStorage.read(storageKeys.token)) prefetchApiQuery(getDashboard, { query: firstRows });

/** A list of the dashboard that can load more rows. */
export type LongList = 'requests' | 'courses';

const refresh = () => invalidateApiQueries(getDashboard, listPledges);

/** Loads the dashboard, and reloads it on each change while the tab is visible. */
export function useDashboard() {
  const [shown, setShown] = useState(firstRows);
  const dashboard = useApiQuery(getDashboard, { query: shown }, { placeholderData: (before) => before });

  // Below the dashboard, the list of pledges reads the same response: without this, its call would wait for that one.
  useApiQuery(listPledges, {}, { enabled: siteStorage.read(storageKeys.role) === 'sponsor' });

  const hasData = dashboard.data !== undefined;
  useEffect(() => (hasData ? followChanges(() => void refresh()) : undefined), [hasData]);

  const showMore = (list: LongList) => {
    setShown((now) => ({ ...now, [list]: Math.min(now[list] + moreRows, limits.maxDashboardRows) }));
  };
  return { dashboard, refresh, showMore };
}
