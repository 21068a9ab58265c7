import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getDashboard } from '#contracts/dashboard.ts';
import type { Answer } from '#contracts/endpoint.ts';
import { call, messageOf } from '../../browser/api.ts';
import { queryClient } from '../../browser/query-client.ts';
import { signOut } from '../../browser/sign-out.ts';
import { FailedToLoad, Notice } from '../../ui/Notice.tsx';
import { ResendVerification } from '../accounts/recovery/ResendVerification.tsx';
import { DashboardSkeleton } from './DashboardSkeleton.tsx';
import { dashboardCopy as copy } from './dashboard.copy.ts';
import { LearnerView } from './LearnerView.tsx';
import { SponsorView } from './SponsorView.tsx';
import { WelcomeBanner } from './WelcomeBanner.tsx';

/** The dashboard of whoever is signed in; the server's role decides which view it is. */
export function Dashboard() {
  const [isLeaving, setLeaving] = useState(false);
  const dashboard = useQuery(
    { queryKey: ['dashboard'], queryFn: ({ signal }) => call(getDashboard, { query: {} }, { signal }) },
    queryClient,
  );

  const leave = async () => {
    setLeaving(true);
    await signOut();
    queryClient.clear();
  };

  if (dashboard.error && !dashboard.data) {
    return (
      <div className="page section stack">
        <h1>{copy.title}</h1>
        <FailedToLoad
          message={messageOf(dashboard.error, copy.failed)}
          isRetrying={dashboard.isFetching}
          onRetry={() => void dashboard.refetch()}
        />
      </div>
    );
  }
  if (!dashboard.data) return <DashboardSkeleton />;
  return (
    <>
      <WelcomeBanner user={dashboard.data.userDetails} isLeaving={isLeaving} onLeave={() => void leave()} />
      <div className="page section stack stack-loose">
        {!dashboard.data.userDetails.isEmailVerified && (
          <Notice>
            <p>{copy.unverified}</p>
            <ResendVerification />
          </Notice>
        )}
        <View dashboard={dashboard.data} />
      </div>
    </>
  );
}

function View({ dashboard }: { dashboard: Answer<typeof getDashboard> }) {
  if ('requests' in dashboard) return <LearnerView dashboard={dashboard} />;
  if ('sponsoredRequests' in dashboard) return <SponsorView dashboard={dashboard} />;
  return (
    <Notice kind="warn">
      <p>{copy.unknownRole}</p>
    </Notice>
  );
}
