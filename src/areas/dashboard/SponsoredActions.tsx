import type { SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import { isOpen } from '#contracts/requests/request-status.ts';
import { ProofButton } from '#src/areas/enrolments/ProofButton.tsx';
import { paymentVerificationPath, sponsorStatusPath } from '../../browser/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { ReceiptButton } from '../funding/sponsored/ReceiptButton.tsx';
import { openCertificate } from './open-certificate.ts';
import { sponsorViewCopy as copy } from './sponsor-view.copy.ts';

/** The actions of a sponsored request, by the outcome of its payment. */
export function SponsoredActions(props: { request: SponsoredRequest; onChanged: () => Promise<void> }) {
  const { _id: requestId, payment, course, certificateId, status } = props.request;
  const about = (
    <span className="visually-hidden" translate="no">
      {' '}
      {course.courseTitle}
    </span>
  );
  const isBeingRefunded =
    payment.refund !== null && payment.refund.status !== 'failed' && payment.refund.status !== 'processed';
  const isPending = payment.outcome === 'pending';
  return (
    <div className="row">
      {(isPending || payment.outcome === 'failed') && isOpen(status) && (
        <a className="button button-small" href={sponsorStatusPath({ state: 'pay', requestId })}>
          <span>
            {copy.goOn}
            {about}
          </span>
        </a>
      )}
      {isPending && (
        <a className="button button-quiet button-small" href={paymentVerificationPath(payment.reference)}>
          <span>
            {copy.check}
            {about}
          </span>
        </a>
      )}
      {payment.refund?.accountUrl && (
        <a className="button button-small" href={payment.refund.accountUrl}>
          <span>
            {copy.enterAccount}
            {about}
          </span>
        </a>
      )}
      {payment.outcome === 'success' && !isBeingRefunded && <ProofButton {...props} />}
      {certificateId && (
        <Button kind="quiet" isSmall onPress={() => void openCertificate(certificateId)}>
          <span>
            {copy.certificate}
            {about}
          </span>
        </Button>
      )}
      {[payment, ...payment.added].map(
        ({ reference, receiptNumber }) =>
          receiptNumber && (
            <ReceiptButton
              key={reference}
              reference={reference}
              receiptNumber={receiptNumber}
              courseTitle={course.courseTitle}
            />
          ),
      )}
    </div>
  );
}
