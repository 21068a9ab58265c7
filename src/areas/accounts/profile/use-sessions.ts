import { useQuery } from '@tanstack/react-query';
import { listSessions } from '#contracts/profile.ts';
import { call } from '../../../browser/api.ts';
import { queryClient } from '../../../browser/query-client.ts';

const queryKey = ['sessions'];

/** Where the account is signed in. */
export function useSessions() {
  return useQuery(
    { queryKey, queryFn: ({ signal }) => call(listSessions, {}, { signal }).then(({ data }) => data) },
    queryClient,
  );
}

/** Asks the server once more. */
export function refreshSessions(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey });
}
