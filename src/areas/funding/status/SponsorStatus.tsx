import { type ComponentType, useEffect } from 'react';
import type { ResponseBody } from '#contracts/endpoint.ts';
import { getSponsorship, type SponsorshipResponse } from '#contracts/funding/sponsorships.ts';
import { getRequest } from '#contracts/requests/listing.ts';
import type { ListedRequest } from '#contracts/requests/request-views.ts';
import type { getSettings } from '#contracts/site/settings.ts';
import { ApiError } from '../../../browser/api.ts';
import { followChanges } from '../../../browser/follow-changes.ts';
import { paths, type SponsorStatusQuery, sponsorStatusPath } from '../../../browser/paths.ts';
import { useSettings } from '../../../browser/settings.ts';
import { invalidateApiQueries, useApiQuery } from '../../../browser/use-api-query.ts';
import { LinkButton } from '../../../ui/Button.tsx';
import { Notice, QueryFailed } from '../../../ui/Notice.tsx';
import { StatusSkeleton } from './StatusSkeleton.tsx';
import { statusCopy as copy } from './status.copy.ts';

/** What a step of a sponsorship is rendered from. */
export interface StatusStepProps {
  request: ListedRequest;
  sponsorship: SponsorshipResponse;
  settings: ResponseBody<typeof getSettings>;
  /** When `sponsorship` was fetched, in milliseconds since the epoch. */
  asOfMs: number;
  onChanged: () => Promise<void>;
}

interface SponsorStatusProps {
  query: SponsorStatusQuery;
  Step: ComponentType<StatusStepProps>;
}

/** The step after choosing a request: the scheduled meeting, or the payment. All data comes from the server. */
export function SponsorStatus({ query, Step }: SponsorStatusProps) {
  const { state, requestId } = query;
  const sponsored = useSponsoredRequest(requestId, state === 'meet');
  const { request, sponsorship, settings, asOfMs, error, refetch } = sponsored;

  // Removes names and prices from the URL, which would leak into history, logs and the Referer header.
  useEffect(() => {
    if (requestId) history.replaceState(history.state, '', sponsorStatusPath({ state, requestId }));
  }, [state, requestId]);

  if (!requestId) return <UnavailableNotice message={copy.missing} />;
  if (error instanceof ApiError && error.status === 403) {
    return <UnavailableNotice message={copy.onlySponsors} href={paths.help} label={copy.askForHelp} />;
  }
  if (error instanceof ApiError && (error.status === 404 || error.status === 422)) {
    return <UnavailableNotice message={error.status === 404 ? error.message : copy.missing} />;
  }
  if (!request || !sponsorship || !settings) {
    if (error) {
      return (
        <div className="stack">
          <h1>{copy.title}</h1>
          <QueryFailed query={sponsored} failed={copy.failed} />
        </div>
      );
    }
    return <StatusSkeleton state={state} />;
  }
  return <Step {...{ request, sponsorship, settings, asOfMs }} onChanged={refetch} />;
}

/** A message and a link, when the step cannot be shown. */
function UnavailableNotice(props: { message: string; href?: string; label?: string }) {
  const { message, href = paths.listing, label = copy.listing } = props;
  return (
    <div className="stack">
      <h1>{copy.title}</h1>
      <Notice kind="warn" text={message}>
        <LinkButton kind="quiet" href={href} text={label} />
      </Notice>
    </div>
  );
}

const whileWaitingMs = 20_000;

/**
 * Fetches a request and its sponsorship by the signed-in sponsor. Refetches periodically while another sponsor holds
 * the reservation, which may expire; with `isLive` also on every event of the dashboard's change stream, which includes
 * the learner's replies to a meeting.
 */
function useSponsoredRequest(requestId: string, isLive: boolean) {
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
    return followChanges(() => invalidateApiQueries(getSponsorship));
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
