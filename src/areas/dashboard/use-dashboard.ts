import { useEffect, useState } from 'react';
import { getDashboard } from '#contracts/dashboard/dashboard.ts';
import type { CountedList } from '#contracts/dashboard/request-state.ts';
import type { ResponseBody } from '#contracts/endpoint.ts';
import { listPledges } from '#contracts/funding/pledges.ts';
import { limits } from '#contracts/limits.ts';
import { ApiError, messageOf } from '../../browser/api.ts';
import { followChanges } from '../../browser/follow-changes.ts';
import { siteStorage, storageKeys } from '../../browser/storage.ts';
import { invalidateApiQueries, prefetchApiQuery, useApiQuery } from '../../browser/use-api-query.ts';
import { dashboardCopy } from './dashboard.copy.ts';

const moreRows = 60;
const firstRows = { requests: limits.dashboardRows as number, courses: limits.dashboardRows as number };

// With this module, not with the first render: React is three quarters of the scripts and arrives later.
if (siteStorage.read(storageKeys.token)) prefetchApiQuery(getDashboard, { query: firstRows });

/** A list of the dashboard that can load more rows. */
export type LongList = 'requests' | 'courses';

/** Props of the view of a role. */
export interface DashboardViewProps<Dashboard = ResponseBody<typeof getDashboard>> {
  dashboard: Dashboard;
  isLoadingMore: boolean;
  onShowMore: (list: LongList) => void;
  /** The counter of a learner whose list is shown alone. */
  shownList: CountedList | undefined;
  onShowList: (list: CountedList | undefined) => void;
  onChanged: () => Promise<void>;
}

const refresh = () => invalidateApiQueries(getDashboard, listPledges);

/** Loads the dashboard, and reloads it on each change while the tab is visible. */
export function useDashboard() {
  const [shown, setShown] = useState<typeof firstRows & { list?: CountedList }>(firstRows);
  const dashboard = useApiQuery(getDashboard, { query: shown }, { placeholderData: (before) => before });

  // Below the dashboard, the list of pledges reads the same response: without this, its call would wait for that one.
  useApiQuery(listPledges, {}, { enabled: siteStorage.read(storageKeys.role) === 'sponsor' });

  const hasData = dashboard.data !== undefined;
  useEffect(() => (hasData ? followChanges(() => void refresh()) : undefined), [hasData]);

  const showMore = (list: LongList) => {
    setShown((now) => ({ ...now, [list]: Math.min(now[list] + moreRows, limits.maxDashboardRows) }));
  };
  const showList = (list: CountedList | undefined) => setShown(list ? { ...firstRows, list } : firstRows);
  return { dashboard, refresh, showMore, shownList: shown.list, showList };
}

/**
 * Returns the message for a dashboard that could not be loaded: the server's message, else the one of the role's view
 * (specification section 8), with the reason when there was no response.
 * @param role the role of the session; any other value means that it is unknown.
 */
export function loadErrorMessage(error: unknown, role: string | null | undefined): string {
  const { failed } = dashboardCopy;
  if (error instanceof ApiError && error.message) return error.message;
  const fallback = role === 'learner' || role === 'sponsor' ? failed[role] : failed.role;
  const reason = error instanceof ApiError ? '' : messageOf(error, '');
  return reason ? `${fallback} ${reason}` : fallback;
}
