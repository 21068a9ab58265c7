import { useEffect } from 'react';
import { getSponsorship } from '#contracts/funding/sponsorships.ts';
import { getRequest } from '#contracts/requests/listing.ts';
import { followChanges } from '../../browser/follow-changes.ts';
import { useSettings } from '../../browser/settings.ts';
import { invalidateApiQueries, useApiQuery } from '../../browser/use-api-query.ts';

const whileWaitingMs = 20_000;

/**
 * Fetches a request and its sponsorship by the signed-in sponsor. Refetches periodically while another sponsor holds
 * the reservation, which may expire; with `isLive` also on every event of the dashboard's change stream, which includes
 * the learner's replies to a meeting.
 */
export function useSponsoredRequest(requestId: string, isLive: boolean) {
  const enabled = requestId !== '';
  const params = { id: requestId };
  const request = useApiQuery(getRequest, { params, query: {} }, { enabled });
  const sponsorship = useApiQuery(
    getSponsorship,
    { params },
    {
      enabled,
      refetchInterval: ({ state }) =>
        state.data?.data.reservation?.isMine === false ? whileWaitingMs : false,
    },
  );
  const hasData = sponsorship.data !== undefined;
  useEffect(() => {
    if (!isLive || !hasData) return;
    return followChanges(() => void invalidateApiQueries(getSponsorship));
  }, [isLive, hasData]);
  const settings = useSettings();
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
