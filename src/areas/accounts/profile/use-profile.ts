import { useQuery } from '@tanstack/react-query';
import { getProfile, type Profile } from '#contracts/profile.ts';
import { call } from '../../../browser/api.ts';
import { queryClient } from '../../../browser/query-client.ts';

const queryKey = ['profile'];

/** The own account, as the server knows it. */
export function useProfile() {
  return useQuery(
    { queryKey, queryFn: ({ signal }) => call(getProfile, {}, { signal }).then(({ data }) => data) },
    queryClient,
  );
}

/** Shows what a change answered. */
export function showProfile(profile: Profile): void {
  queryClient.setQueryData(queryKey, profile);
}

/** Asks the server once more. */
export function refreshProfile(): void {
  void queryClient.invalidateQueries({ queryKey });
}
