import type { ReactNode } from 'react';
import type { SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import { viewCertificate } from '#contracts/enrolments/enrolments.ts';
import { formatMinor, toMinor } from '#contracts/money.ts';
import { isOpen } from '#contracts/requests/request-status.ts';
import { ProofButton } from '#src/areas/enrolments/ProofButton.tsx';
import { openDocument } from '../../browser/open-tab.ts';
import { paymentVerificationPath, sponsorStatusPath } from '../../browser/paths.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { lazyComponent, notLoaded } from '../../ui/lazy-component.tsx';
import { ReceiptButton } from '../funding/sponsored/ReceiptButton.tsx';
import { dashboardCopy } from './dashboard.copy.ts';
import { RequestCardFrame } from './RequestCardFrame.tsx';
import { badgeOf } from './request-progress.ts';
import { sponsorTimelineOf } from './sponsor-timeline.ts';
import { sponsorViewCopy as copy } from './sponsor-view.copy.ts';

// Few prices rise, so the code for it is loaded only then.
const PriceChoice = lazyComponent(
  async () => (await import('#src/areas/purchases/PriceChoice.tsx')).PriceChoice,
  notLoaded(dashboardCopy.failed.purchase),
);

const CourseRest = lazyComponent(
  async () => (await import('#src/areas/funding/sponsored/CourseRest.tsx')).CourseRest,
  notLoaded(dashboardCopy.failed.purchase),
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
      stepsLabel={copy.stepsLabel}
      steps={sponsorTimelineOf(request)}
    >
      {note && <p className="soft">{note}</p>}
      {request.payment.refundExpectedAt && (
        <p className="soft">{copy.refundExpected(request.payment.refundExpectedAt)}</p>
      )}
      {(request.priceChoice || request.payment.added.length > 0) && <PriceChoice {...props} />}
      {(request.rest?.canChange || request.rest?.amount) && <CourseRest {...props} />}
      <SponsoredActions {...props} />
    </RequestCardFrame>
  );
}

function noteFor(request: SponsoredRequest): string | undefined {
  const { status, priceChoice, isProofFiled, proofRejection } = request;
  const { outcome, refund, currency } = request.payment;
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

/** The actions of a sponsored request, by the outcome of its payment. */
function SponsoredActions(props: { request: SponsoredRequest; onChanged: () => Promise<void> }) {
  const { _id: requestId, payment, certificateId, status } = props.request;
  const { courseTitle: about } = props.request.course;
  const isBeingRefunded =
    payment.refund !== null && payment.refund.status !== 'failed' && payment.refund.status !== 'processed';
  const isPending = payment.outcome === 'pending';
  return (
    <div className="row">
      {(isPending || payment.outcome === 'failed') && isOpen(status) && (
        <LinkButton
          isSmall
          href={sponsorStatusPath({ state: 'pay', requestId })}
          text={copy.goOn}
          about={about}
        />
      )}
      {isPending && (
        <LinkButton
          kind="quiet"
          isSmall
          href={paymentVerificationPath(payment.reference)}
          text={copy.check}
          about={about}
        />
      )}
      {payment.refund?.accountUrl && (
        <LinkButton isSmall href={payment.refund.accountUrl} text={copy.enterAccount} about={about} />
      )}
      {payment.outcome === 'success' && !isBeingRefunded && <ProofButton {...props} />}
      {certificateId && (
        <Button
          kind="quiet"
          isSmall
          text={copy.certificate}
          about={about}
          onPress={() => openDocument(viewCertificate, certificateId, 'certificate')}
        />
      )}
      {[payment, ...payment.added].map(
        ({ reference, receiptNumber }) =>
          receiptNumber && (
            <ReceiptButton
              key={reference}
              reference={reference}
              receiptNumber={receiptNumber}
              about={about}
            />
          ),
      )}
    </div>
  );
}
