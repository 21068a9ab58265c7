import { useEffect, useState } from 'react';
import { chargeFor, toMinor } from '#contracts/money.ts';
import { ApiError, messageOf } from '../../../browser/api.ts';
import { paths, sponsorStatusPath } from '../../../browser/paths.ts';
import { FailedToLoad, Notice } from '../../../ui/Notice.tsx';
import { MeetingScheduled } from '../meeting/MeetingScheduled.tsx';
import { PayStep } from '../payment/PayStep.tsx';
import { useSponsoredRequest } from '../use-sponsored-request.ts';
import { StatusSkeleton } from './StatusSkeleton.tsx';
import { statusCopy as copy } from './status.copy.ts';
import { readStatusQuery } from './status-query.ts';

/** The step after choosing a request: the scheduled meeting, or the payment. All data comes from the server. */
export function SponsorStatus() {
  const [query] = useState(() => readStatusQuery(location.search));
  const { request, sponsorship, settings, asOfMs, error, isFetching, refetch } = useSponsoredRequest(
    query.requestId,
    query.state === 'meet',
  );

  // Removes names and prices from the URL, which would leak into history, logs and the Referer header.
  useEffect(() => {
    if (query.requestId) history.replaceState(history.state, '', sponsorStatusPath(query));
  }, [query]);

  if (!query.requestId) return <UnavailableNotice message={copy.missing} />;
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
          <FailedToLoad
            message={messageOf(error, copy.failed)}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      );
    }
    return <StatusSkeleton state={query.state} />;
  }
  const name = request.learner.userId.fullName;
  if (query.state === 'meet') {
    return (
      <MeetingScheduled
        requestId={request._id}
        name={name}
        meeting={sponsorship.meeting}
        onChanged={refetch}
      />
    );
  }
  const charge = chargeFor(toMinor(request.course.price), settings.serviceFeeBasisPoints);
  return (
    <PayStep
      request={request}
      charge={charge}
      sponsorship={sponsorship}
      asOfMs={asOfMs}
      onChanged={refetch}
    />
  );
}

interface UnavailableNoticeProps {
  message: string;
  href?: string;
  label?: string;
}

/** A message and a link, when the step cannot be shown. */
function UnavailableNotice({ message, href = paths.listing, label = copy.listing }: UnavailableNoticeProps) {
  return (
    <div className="stack">
      <h1>{copy.title}</h1>
      <Notice kind="warn">
        <p>{message}</p>
        <a className="button button-quiet" href={href}>
          {label}
        </a>
      </Notice>
    </div>
  );
}
