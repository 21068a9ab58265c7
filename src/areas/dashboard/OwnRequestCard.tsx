import type { OwnRequest } from '#contracts/dashboard/dashboard.ts';
import { viewProof } from '#contracts/enrolments/proofs.ts';
import { isOpen } from '#contracts/requests/request-status.ts';
import { proofCopy } from '#src/areas/enrolments/proof.copy.ts';
import { openDocument } from '../../browser/open-tab.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyComponent, notLoaded } from '../../ui/lazy-component.tsx';
import { RequestActions } from '../requests/RequestActions.tsx';
import { dashboardCopy } from './dashboard.copy.ts';
import { learnerViewCopy } from './learner-view.copy.ts';
import { RequestCardFrame } from './RequestCardFrame.tsx';
import { badgeOf } from './request-progress.ts';
import { timelineOf } from './timeline.ts';

const copy = dashboardCopy.request;
// Most requests have no meeting and are not held, so this code is loaded only for those that are.
const RequestNotices = lazyComponent(
  async () => (await import('./RequestNotices.tsx')).RequestNotices,
  notLoaded(dashboardCopy.failed.meetings),
);

// Most requests need nothing special, so the code for it is loaded only then.
const RequestTasks = lazyComponent(
  async () => (await import('./RequestTasks.tsx')).RequestTasks,
  notLoaded(dashboardCopy.failed.purchase),
);
const UsualTime = lazyComponent(
  async () => (await import('../requests/UsualTime.tsx')).UsualTime,
  notLoaded(dashboardCopy.failed.purchase),
);
const isWaiting = ({ status, purchase }: OwnRequest) =>
  isOpen(status) || (status === 'paid' && !purchase?.isRefunding && purchase?.status !== 'handed_over');
const hasTasks = ({ purchase, invoice, priceConfirmBy }: OwnRequest) =>
  invoice ||
  priceConfirmBy ||
  purchase?.payerAskedUntil ||
  purchase?.status === 'handed_over' ||
  purchase?.isRefunding;

/** A learner's own request: its timeline, its sponsor unless anonymous, and its actions. */
export function OwnRequestCard(props: { request: OwnRequest; onChanged: () => Promise<void> }) {
  const { request } = props;
  const expectedAt = request.purchase?.isRefunding ? null : request.purchase?.expectedAt;
  return (
    <RequestCardFrame
      request={request}
      badge={badgeOf(request.status, request.purchase?.isRefunding)}
      facts={request.paid ? [[copy.sponsor, request.sponsorName ?? copy.anonymousSponsor]] : []}
      stepsLabel={copy.stepsLabel}
      steps={timelineOf(request)}
    >
      {isWaiting(request) && <UsualTime until={request.paid ? 'enrolled' : 'paid'} />}
      {expectedAt && <p className="soft">{learnerViewCopy.boughtBy(expectedAt)}</p>}
      {(request.review || request.meetings.length > 0) && (
        <RequestNotices request={request} onChanged={props.onChanged} />
      )}
      {hasTasks(request) && <RequestTasks request={request} onChanged={props.onChanged} />}
      <RequestActions request={request} onChanged={props.onChanged} />
      {request.hasProof && (
        <div className="row">
          <Button
            kind="quiet"
            isSmall
            text={proofCopy.view}
            about={request.course.courseTitle}
            onPress={() => openDocument(viewProof, request._id, 'proof', 'proof-of-enrolment')}
          />
        </div>
      )}
    </RequestCardFrame>
  );
}
