import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { getDashboard } from '#contracts/dashboard.ts';
import { limits } from '#contracts/limits.ts';
import { call } from '../../browser/api.ts';
import { followChanges } from '../../browser/follow-changes.ts';
import { queryClient } from '../../browser/query-client.ts';

const queryKey = ['dashboard'];
const moreRows = 60;

/** A list of the dashboard that can load more rows. */
export type LongList = 'requests' | 'courses';

/** Loads the dashboard, and reloads it on each change while the tab is visible. */
export function useDashboard() {
  const [shown, setShown] = useState({
    requests: limits.dashboardRows as number,
    courses: limits.dashboardRows as number,
  });
  const dashboard = useQuery(
    {
      queryKey: [...queryKey, shown],
      queryFn: ({ signal }) => call(getDashboard, { query: shown }, { signal }),
      placeholderData: keepPreviousData,
    },
    queryClient,
  );
  const refresh = useCallback(() => queryClient.invalidateQueries({ queryKey }), []);

  const hasData = dashboard.data !== undefined;
  useEffect(() => (hasData ? followChanges(() => void refresh()) : undefined), [hasData, refresh]);

  const showMore = (list: LongList) => {
    setShown((now) => ({ ...now, [list]: Math.min(now[list] + moreRows, limits.maxDashboardRows) }));
  };
  return { dashboard, refresh, showMore };
}
