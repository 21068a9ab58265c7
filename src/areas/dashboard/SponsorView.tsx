import type * as z from 'zod/mini';
import type { SponsorDashboardSchema } from '#contracts/dashboard/dashboard.ts';
import { loadPageAgain } from '../../browser/load-page-again.ts';
import { paths } from '../../browser/paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { FailedToLoad } from '../../ui/Notice.tsx';
import { ImpactSummary } from '../funding/sponsored/ImpactSummary.tsx';
import { PledgeList } from '../funding/sponsored/PledgeList.tsx';
import { dashboardCopy } from './dashboard.copy.ts';
import { SavedCourses } from './SavedCourses.tsx';
import { ShowMore } from './ShowMore.tsx';
import { SponsoredCard } from './SponsoredCard.tsx';
import { sponsorViewCopy as copy } from './sponsor-view.copy.ts';
import type { LongList } from './use-dashboard.ts';

// Many sponsors never arrange a meeting, so the code for changing one is loaded only with one.
const SponsorMeetings = lazyComponent(
  async () => (await import('./SponsorMeetings.tsx')).SponsorMeetings,
  () => <FailedToLoad message={dashboardCopy.failed.meetings} onRetry={loadPageAgain} />,
);

interface SponsorViewProps {
  dashboard: z.output<typeof SponsorDashboardSchema>;
  isLoadingMore: boolean;
  onShowMore: (list: LongList) => void;
  onChanged: () => Promise<void>;
}

/** A sponsor's payments, saved courses, meetings and totals. */
export function SponsorView({ dashboard, isLoadingMore, onShowMore, onChanged }: SponsorViewProps) {
  const { sponsoredRequests, totalRequests, impact, meetings } = dashboard;
  return (
    <>
      <ImpactSummary impact={impact} />
      {meetings.length > 0 && <SponsorMeetings meetings={meetings} onChanged={onChanged} />}
      <section className="stack">
        <h2>{copy.requests}</h2>
        {sponsoredRequests.length === 0 ? (
          <EmptyState text={copy.noRequests}>
            <a className="button" href={paths.listing}>
              {dashboardCopy.sponsor.view}
            </a>
          </EmptyState>
        ) : (
          <ul className="bare stack">
            {sponsoredRequests.map((request) => (
              <SponsoredCard key={request.payment.reference} request={request} onChanged={onChanged} />
            ))}
          </ul>
        )}
        <ShowMore
          list="requests"
          about={copy.requests}
          shown={sponsoredRequests.length}
          all={totalRequests}
          isBusy={isLoadingMore}
          onShowMore={onShowMore}
        />
      </section>
      <SavedCourses
        courses={dashboard.dashboardCourses}
        total={dashboard.totalCourses}
        isLoadingMore={isLoadingMore}
        onShowMore={onShowMore}
      />
      <PledgeList />
    </>
  );
}
