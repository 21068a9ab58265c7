import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getRequest } from '#contracts/listing.ts';
import { getSponsorship } from '#contracts/sponsorships.ts';
import { call } from '../../browser/api.ts';
import { followChanges } from '../../browser/follow-changes.ts';
import { queryClient } from '../../browser/query-client.ts';
import { loadSettings } from '../../browser/settings.ts';

const whileWaitingMs = 20_000;

/**
 * Fetches a request and its sponsorship by the signed-in sponsor. Refetches periodically while another sponsor holds
 * the reservation, which may expire; with `isLive` also on every event of the dashboard's change stream, which includes
 * the learner's replies to a meeting.
 */
export function useSponsoredRequest(requestId: string, isLive: boolean) {
  const isEnabled = requestId !== '';
  const request = useQuery(
    {
      queryKey: ['request', requestId],
      queryFn: ({ signal }) => call(getRequest, { params: { id: requestId }, query: {} }, { signal }),
      enabled: isEnabled,
    },
    queryClient,
  );
  const sponsorship = useQuery(
    {
      queryKey: ['sponsorship', requestId],
      queryFn: ({ signal }) => call(getSponsorship, { params: { id: requestId } }, { signal }),
      enabled: isEnabled,
      refetchInterval: ({ state }) =>
        state.data?.data.reservation?.isMine === false ? whileWaitingMs : false,
    },
    queryClient,
  );
  const hasData = sponsorship.data !== undefined;
  useEffect(() => {
    if (!isLive || !hasData) return;
    return followChanges(() => void queryClient.invalidateQueries({ queryKey: ['sponsorship', requestId] }));
  }, [isLive, hasData, requestId]);
  const settings = useQuery({ queryKey: ['settings'], queryFn: loadSettings }, queryClient);
  return {
    request: request.data?.data,
    settings: settings.data,
    sponsorship: sponsorship.data?.data,
    /** When `sponsorship` was fetched, in milliseconds since the epoch; its durations count from then. */
    asOfMs: sponsorship.dataUpdatedAt,
    error: request.error ?? sponsorship.error ?? settings.error,
    isFetching: request.isFetching || sponsorship.isFetching || settings.isFetching,
    refetch: async () => {
      await Promise.all([request.refetch(), sponsorship.refetch(), !settings.data && settings.refetch()]);
    },
  };
}
