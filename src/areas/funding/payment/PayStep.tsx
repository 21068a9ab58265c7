import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { SponsorshipResponse } from '#contracts/funding/sponsorships.ts';
import { hasTakenPlace } from '#contracts/meetings/meeting-status.ts';
import { type Charge, formatMinor, isCurrency } from '#contracts/money.ts';
import { initiatePayment } from '#contracts/payments/payments.ts';
import type { ListedRequest } from '#contracts/requests/request-views.ts';
import { call, messageOf } from '../../../browser/api.ts';
import { type OpenedTab, openTab } from '../../../browser/open-tab.ts';
import { paths, paymentVerificationPath } from '../../../browser/paths.ts';
import { serverNow } from '../../../browser/server-clock.ts';
import { toastError } from '../../../browser/toast.ts';
import { Button, LinkButton } from '../../../ui/Button.tsx';
import { Amounts, Steps } from '../../../ui/Facts.tsx';
import { Problem } from '../../../ui/Notice.tsx';
import { useWasRendered } from '../../../ui/use-was-rendered.ts';
import { payCopy as copy, statusCopy } from '../status/status.copy.ts';
import styles from '../status/status.module.css';
import { AnonymityChoice } from './AnonymityChoice.tsx';
import { PaymentCompleted, PaymentStarted } from './PaymentStarted.tsx';
import { Reservation, useTimeLeft } from './Reservation.tsx';
import { RestChoice } from './RestChoice.tsx';
import { readSponsorship, storeSponsorship } from './stored-sponsorships.ts';
import { usePaymentStatus } from './use-payment-status.ts';

interface PayStepProps {
  request: ListedRequest;
  charge: Charge;
  sponsorship: SponsorshipResponse;
  /** When `sponsorship` was fetched, in milliseconds since the epoch. */
  asOfMs: number;
  onChanged: () => void;
}

/**
 * The amount with its service fee, and the button that opens the provider's page in a new tab; this tab polls for the
 * result.
 */
export function PayStep({ request, charge, sponsorship, asOfMs, onChanged }: PayStepProps) {
  const { _id: requestId, course } = request;
  const name = request.learner.userId.fullName;
  const { meeting, reservation, payment } = sponsorship;
  const wasRendered = useWasRendered();
  const storedChoice = () => readSponsorship(requestId)?.isAnonymous;
  const [chosen, setChosen] = useState(wasRendered ? undefined : storedChoice);
  useLayoutEffect(() => {
    if (wasRendered) setChosen(readSponsorship(requestId)?.isAnonymous);
  }, [wasRendered, requestId]);
  const [wantsAnonymous, setWantsAnonymous] = useState<boolean>();
  // Anonymous by default; a meeting has disclosed the name.
  const isAnonymous = meeting === null && (wantsAnonymous ?? chosen ?? sponsorship.isAnonymous ?? true);
  const [rest, setRest] = useState(sponsorship.rest);
  const [isBusy, setBusy] = useState(false);
  const isPressed = useRef(false);
  const [problem, setProblem] = useState<string>();
  const [started, setStarted] = useState<{ url: string; reference: string; tab: OpenedTab }>();

  const pageLeftMs = useTimeLeft(payment?.pageLeftMs ?? 0, asOfMs);
  // The payment page has expired since it was opened here; the payment is started again then.
  const isPageClosed = payment !== null && payment.reference === started?.reference && pageLeftMs === 0;
  const page = isPageClosed ? undefined : started;
  const isBegun = reservation?.isMine === true && (payment?.status === 'pending' || pageLeftMs > 0);
  const reference = started?.reference ?? (isBegun && payment ? payment.reference : '');
  const outcome = usePaymentStatus(reference).payment?.status ?? 'pending';
  // The provider's tab redirects to the result, so this tab only reports it. After a declined card the payer can still
  // pay on the same page.
  useEffect(() => {
    if (outcome === 'success' || outcome === 'needs_review') onChanged();
    else if (outcome !== 'pending' && outcome !== 'failed') {
      location.replace(paymentVerificationPath(reference));
    }
  }, [outcome, reference, onChanged]);

  const pay = async () => {
    const currency = course.priceUnit;
    // A second click can arrive before the busy state is rendered.
    if (isPressed.current || !isCurrency(currency)) return;
    isPressed.current = true;
    setProblem(undefined);
    setBusy(true);
    const tab = openTab();
    try {
      const { terms } = request;
      const body = {
        amount: charge.totalMinor,
        requestID: requestId,
        currency,
        description: course.courseTitle,
        isAnonymous,
        rest,
        terms,
      };
      const { authorization_url: url, reference: begun } = (await call(initiatePayment, { body })).data.data;
      storeSponsorship({ requestId, reference: begun, isAnonymous });
      tab.go(url);
      setStarted({ url, reference: begun, tab });
    } catch (error) {
      tab.close();
      const message = messageOf(error, copy.failed);
      setProblem(message);
      toastError(message);
    } finally {
      isPressed.current = false;
      setBusy(false);
      onChanged();
    }
  };

  if (payment && payment.status !== 'pending' && (request.paid || payment.status === 'needs_review')) {
    return <PaymentCompleted payment={payment} isNew={started !== undefined} />;
  }
  if (request.paid) return <PaymentCompleted />;
  const isTaken = reservation?.isMine === false;
  return (
    <div className="stack stack-loose">
      <Steps
        label={statusCopy.stepsLabel}
        steps={meeting ? statusCopy.steps : statusCopy.stepsAnonymous}
        now={meeting ? 2 : 1}
        pending={meeting && !hasTakenPlace(meeting, serverNow()) ? [1] : []}
      />
      <div className="stack stack-tight">
        <h1>{copy.title}</h1>
        <p className="lead">{copy.text(name, course.courseTitle)}</p>
      </div>
      <Amounts
        className={styles.amount}
        lines={[
          [copy.course, formatMinor(charge.priceMinor, course.priceUnit)],
          [copy.fee, formatMinor(charge.feeMinor, course.priceUnit)],
          [copy.total, formatMinor(charge.totalMinor, course.priceUnit)],
        ]}
      />
      <AnonymityChoice
        requestId={requestId}
        name={name}
        meeting={meeting}
        choseAnonymous={chosen === true}
        isAnonymous={isAnonymous}
        isFixed={page !== undefined}
        onChoose={setWantsAnonymous}
      />
      <RestChoice rest={rest} currency={course.priceUnit} isFixed={page !== undefined} onChoose={setRest} />
      {reservation && (
        <Reservation key={asOfMs} reservation={reservation} asOfMs={asOfMs} onOver={onChanged} />
      )}
      <Problem text={isTaken ? undefined : problem} />
      {reference && <PaymentStarted reference={reference} started={page} outcome={outcome} />}
      <p className="row">
        {!page && <Button text={copy.pay} isDisabled={isTaken} busy={isBusy && copy.paying} onPress={pay} />}
        <LinkButton kind="quiet" href={paths.listing} text={statusCopy.listing} />
      </p>
    </div>
  );
}
