import type * as z from 'zod/mini';
import type { SponsorDashboardSchema } from '#contracts/dashboard.ts';
import { formatMinor, toMinor } from '#contracts/money.ts';
import type { SponsoredRequest } from '#contracts/sponsored.ts';
import { paths } from '../../browser/paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { dashboardCopy } from './dashboard.copy.ts';
import { RequestCardFrame } from './RequestCardFrame.tsx';
import { badgeOf } from './request-progress.ts';

const copy = dashboardCopy.sponsor;

/** What this sponsor took on. */
export function SponsorView({ dashboard }: { dashboard: z.output<typeof SponsorDashboardSchema> }) {
  const { sponsoredRequests } = dashboard;
  return (
    <section className="stack">
      <h2>{copy.requests}</h2>
      {sponsoredRequests.length === 0 ? (
        <EmptyState text={copy.noRequests}>
          <a className="button" href={paths.listing}>
            {copy.view}
          </a>
        </EmptyState>
      ) : (
        <ul className="bare stack">
          {sponsoredRequests.map((request) => (
            <SponsoredCard key={`${request._id} ${request.payment.reference}`} request={request} />
          ))}
        </ul>
      )}
    </section>
  );
}

function SponsoredCard({ request }: { request: SponsoredRequest }) {
  const { payment, learner } = request;
  const email = learner.userId.email ?? request.account.email;
  const isPaid = payment.outcome === 'success';
  const facts: [string, string][] = [
    [copy.beneficiary, `${learner.userId.fullName} (${email ?? copy.notShared})`],
    [copy.amount, formatMinor(toMinor(payment.amount), payment.currency)],
  ];
  const badge = isPaid
    ? badgeOf(request.status)
    : {
        text: dashboardCopy.payment[payment.outcome],
        kind: payment.outcome === 'pending' ? ('wait' as const) : ('warn' as const),
      };
  return (
    <RequestCardFrame
      request={request}
      badge={badge}
      facts={[
        ...(isPaid ? facts : facts.slice(0, 1)),
        ...(request.isAnonymous ? [[copy.shownAs, copy.anonymous] as const] : []),
      ]}
    />
  );
}
