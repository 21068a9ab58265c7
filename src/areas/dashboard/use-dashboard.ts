import { type ReactNode, useEffect, useState } from 'react';
import { type DashboardList, getDashboard } from '#contracts/dashboard/dashboard.ts';
import type { ResponseBody } from '#contracts/endpoint.ts';
import type { listPledges } from '#contracts/funding/pledges.ts';
import { limits } from '#contracts/limits.ts';
import { ApiError, messageOf } from '../../browser/api.ts';
import { followChanges } from '../../browser/follow-changes.ts';
import { loadPart } from '../../browser/load-part.ts';
import { siteStorage, storageKeys } from '../../browser/storage.ts';
import { invalidateApiQueries, prefetchApiQuery, useApiQuery } from '../../browser/use-api-query.ts';
import { dashboardCopy } from './dashboard.copy.ts';

const moreRows = 60;
/** The query of the first view. */
export const firstRows = {
  requests: limits.dashboardRows as number,
  courses: limits.dashboardRows as number,
};

// With this module, not with the first render: React is three quarters of the scripts and arrives later.
if (siteStorage.read(storageKeys.token)) prefetchApiQuery(getDashboard, { query: firstRows });

/** A list of the dashboard that can load more rows. */
export type LongList = 'requests' | 'courses';

/** Props of the view of a role. */
export interface DashboardViewProps<Dashboard = ResponseBody<typeof getDashboard>> {
  /** With all of its requests and courses. */
  dashboard: Dashboard;
  /** With the rows that are shown; undefined when the list of a counter could not be loaded. */
  listed: Dashboard | undefined;
  /** Why the list of a counter could not be loaded. */
  listFailure: ReactNode;
  isLoadingMore: boolean;
  onShowMore: (list: LongList) => void;
  /** The counter whose list is shown alone. */
  shownList: DashboardList | undefined;
  onShowList: (list: DashboardList | undefined) => void;
  onChanged: () => Promise<void>;
}

/** Acts on the list of pledges, which only sponsors load. Without its code there is no list on the page. */
async function withPledges(act: (endpoint: typeof listPledges) => unknown): Promise<void> {
  if (siteStorage.read(storageKeys.role) !== 'sponsor') return;
  // Bundlers leave out what else the module has.
  const endpoint = await loadPart(
    async () => (await import('#contracts/funding/pledges.ts')).listPledges,
  ).catch(() => undefined);
  if (endpoint) await act(endpoint);
}

async function refresh(): Promise<void> {
  await Promise.all([invalidateApiQueries(getDashboard), withPledges(invalidateApiQueries)]);
}

/**
 * Reloads the dashboard on each change while the tab is visible. For the view of a role: React renders a view again whose data
 * changes before its code has loaded.
 */
export function useChanges(): void {
  useEffect(() => followChanges(refresh), []);
}

/** Loads the dashboard. */
export function useDashboard() {
  const [rows, setRows] = useState(firstRows);
  const [counted, setCounted] = useState<typeof firstRows & { list: DashboardList }>();
  const whole = useApiQuery(getDashboard, { query: rows }, { placeholderData: (before) => before });
  // The same read while no counter is pressed.
  const listed = useApiQuery(
    getDashboard,
    { query: counted ?? rows },
    { placeholderData: (before) => before },
  );

  // Below the dashboard, the list of pledges reads the same response: without this, its call would wait for that one.
  useEffect(() => void withPledges((endpoint) => prefetchApiQuery(endpoint, {})), []);

  const showMore = (list: LongList) => {
    const more = <Rows extends typeof firstRows>(now: Rows): Rows => ({
      ...now,
      [list]: Math.min(now[list] + moreRows, limits.maxDashboardRows),
    });
    if (counted) setCounted(more(counted));
    else setRows(more);
  };
  const showList = (list: DashboardList | undefined) => setCounted(list && { ...rows, list });
  return { whole, listed, refresh, showMore, shownList: counted?.list, showList };
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
