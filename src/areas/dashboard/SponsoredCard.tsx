import type { ReactNode } from 'react';
import { fillSentence } from '#contracts/dashboard/request-state.ts';
import { type SponsorButton, sponsorReading } from '#contracts/dashboard/sponsor-reading.ts';
import type { SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import { viewCertificate } from '#contracts/enrolments/enrolments.ts';
import { formatMinor, toMinor } from '#contracts/money.ts';
import { ProofButton } from '#src/areas/enrolments/ProofButton.tsx';
import { ReceivedThanks } from '#src/areas/thanks/ReceivedThanks.tsx';
import { openDocument } from '../../browser/open-tab.ts';
import { paymentVerificationPath, sponsorStatusPath } from '../../browser/paths.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { lazyComponent, notLoaded } from '../../ui/lazy-component.tsx';
import { ReceiptButton } from '../funding/sponsored/ReceiptButton.tsx';
import { dashboardCopy } from './dashboard.copy.ts';
import { RequestCardFrame } from './RequestCardFrame.tsx';
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

/** Returns the id of a card. Each payment for the same request has its own card. */
export const sponsoredCardId = ({ payment }: SponsoredRequest): string => `payment-${payment.reference}`;

/** A sponsored request: learner, amount, timeline and actions. */
export function SponsoredCard(props: { request: SponsoredRequest; onChanged: () => Promise<void> }) {
  const { request } = props;
  const reading = sponsorReading(request);
  const sentence = sentenceOf(request, reading.sentence);
  return (
    <RequestCardFrame
      id={sponsoredCardId(request)}
      request={request}
      reading={reading}
      facts={factsOf(request)}
      stepsLabel={copy.stepsLabel}
      steps={sponsorTimelineOf(request)}
    >
      {sentence && <p className="soft">{sentence}</p>}
      {request.payment.refund && <p className="soft">{copy.refundReason(request.payment.refund.reason)}</p>}
      {request.payment.refundExpectedAt && (
        <p className="soft">{copy.refundExpected(request.payment.refundExpectedAt)}</p>
      )}
      {(request.priceChoice || request.payment.added.length > 0) && <PriceChoice {...props} />}
      {Boolean(request.rest?.canChange || request.rest?.amount) && <CourseRest {...props} />}
      {request.thankYous.length > 0 && <ReceivedThanks request={request} />}
      <SponsoredActions {...props} buttons={reading.buttons} />
    </RequestCardFrame>
  );
}

function sentenceOf({ payment, proofRejection }: SponsoredRequest, sentence: string): string {
  const { refund, currency } = payment;
  return fillSentence(sentence, {
    ...(refund && { amount: formatMinor(toMinor(refund.amount), currency) }),
    ...(proofRejection && { reason: proofRejection }),
  });
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

/** The actions of a sponsored request, as its reading has them, and its documents. */
function SponsoredActions(props: {
  request: SponsoredRequest;
  buttons: readonly SponsorButton[];
  onChanged: () => Promise<void>;
}) {
  const { buttons } = props;
  const { _id: requestId, payment, certificateId } = props.request;
  const { courseTitle: about } = props.request.course;
  return (
    <div className="row">
      {buttons.includes('continue-payment') && (
        <LinkButton
          isSmall
          href={sponsorStatusPath({ state: 'pay', requestId })}
          text={copy.goOn}
          about={about}
        />
      )}
      {buttons.includes('check-payment') && (
        <LinkButton
          kind="quiet"
          isSmall
          href={paymentVerificationPath(payment.reference)}
          text={copy.check}
          about={about}
        />
      )}
      {buttons.includes('enter-account') && payment.refund?.accountUrl && (
        <LinkButton isSmall href={payment.refund.accountUrl} text={copy.enterAccount} about={about} />
      )}
      {buttons.includes('proof') && <ProofButton {...props} />}
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
        ({ reference, receiptNumber }, index) =>
          receiptNumber && (
            <ReceiptButton
              key={reference}
              reference={reference}
              receiptNumber={receiptNumber}
              isDifference={index > 0}
              about={about}
            />
          ),
      )}
    </div>
  );
}
