import { chargeFor, toMinor } from '#contracts/money.ts';
import { PayStep } from '../payment/PayStep.tsx';
import { SponsorStatus, type StatusStepProps } from './SponsorStatus.tsx';

/** The payment for a request. An island of its own, because few sponsors open the meeting as well. */
export function PayStatus({ requestId }: { requestId: string }) {
  return <SponsorStatus query={{ state: 'pay', requestId }} Step={Pay} />;
}

function Pay({ settings, ...step }: StatusStepProps) {
  const charge = chargeFor(toMinor(step.request.course.price), settings.serviceFeeBasisPoints);
  return <PayStep {...step} charge={charge} />;
}
