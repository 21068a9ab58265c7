import type { ReactNode } from 'react';
import type { SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import { formatMinor, toMinor } from '#contracts/money.ts';
import { loadPageAgain } from '../../browser/load-page-again.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { FailedToLoad } from '../../ui/Notice.tsx';
import { dashboardCopy } from './dashboard.copy.ts';
import { RequestCardFrame } from './RequestCardFrame.tsx';
import { badgeOf } from './request-progress.ts';
import { SponsoredActions } from './SponsoredActions.tsx';
import { sponsorTimelineOf } from './sponsor-timeline.ts';
import { sponsorViewCopy as copy } from './sponsor-view.copy.ts';
import { Timeline } from './Timeline.tsx';

// Few prices rise, so the code for it is loaded only then.
const PriceChoice = lazyComponent(
  async () => (await import('#src/areas/purchases/PriceChoice.tsx')).PriceChoice,
  () => <FailedToLoad message={dashboardCopy.failed.purchase} onRetry={loadPageAgain} />,
);

/** A sponsored request: learner, amount, timeline and actions. */
export function SponsoredCard(props: { request: SponsoredRequest; onChanged: () => Promise<void> }) {
  const { request } = props;
  const note = noteFor(request);
  return (
    <RequestCardFrame
      request={request}
      badge={badgeFor(request)}
      facts={factsOf(request)}
      progress={
        <>
          <Timeline label={copy.stepsLabel} steps={sponsorTimelineOf(request)} />
          {note && <p className="soft">{note}</p>}
          {request.payment.refundExpectedAt && (
            <p className="soft">{copy.refundExpected(request.payment.refundExpectedAt)}</p>
          )}
          {(request.priceChoice || request.payment.added.length > 0) && <PriceChoice {...props} />}
        </>
      }
      actions={<SponsoredActions {...props} />}
    />
  );
}

function noteFor({
  status,
  payment,
  priceChoice,
  isProofFiled,
  proofRejection,
}: SponsoredRequest): string | undefined {
  const { outcome, refund, currency } = payment;
  if (refund) return copy.refunds[refund.status](formatMinor(toMinor(refund.amount), currency));
  if (isProofFiled) return copy.notes.proofFiled;
  if (proofRejection) return copy.proofRejected(proofRejection);
  if (outcome === 'success' && (status !== 'paid' || priceChoice)) return undefined;
  return outcome in copy.notes ? copy.notes[outcome as keyof typeof copy.notes] : undefined;
}

function badgeFor({ payment, purchase, status }: SponsoredRequest) {
  if (payment.outcome === 'success') return badgeOf(status, purchase?.isRefunding);
  const kind = payment.outcome === 'pending' ? ('wait' as const) : ('warn' as const);
  return { text: copy.payment[payment.outcome], kind };
}

function factsOf({ payment, learner, isAnonymous }: SponsoredRequest): [string, ReactNode][] {
  const { fullName, email } = learner.userId;
  const money = (major: number) => formatMinor(toMinor(major), payment.currency);
  const facts: [string, ReactNode][] = [
    [copy.beneficiary, fullName],
    [copy.email, email ?? <span className="soft">{copy.notShared}</span>],
  ];
  if (payment.paidAt) {
    facts.push([
      copy.amount,
      copy.amountLine(money(payment.amount), money(payment.price), money(payment.fee)),
    ]);
  }
  if (payment.receiptNumber) facts.push([copy.receipt, payment.receiptNumber]);
  if (isAnonymous) facts.push([copy.shownAs, copy.anonymous]);
  return facts;
}
