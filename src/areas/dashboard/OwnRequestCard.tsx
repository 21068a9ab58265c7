import type { OwnRequest } from '#contracts/dashboard/dashboard.ts';
import type { LearnerReading } from '#contracts/dashboard/learner-reading.ts';
import {
  fillSentence,
  heldStates,
  listOf,
  type RequestState,
  requestStateOf,
} from '#contracts/dashboard/request-state.ts';
import { viewProof } from '#contracts/enrolments/proofs.ts';
import { proofCopy } from '#src/areas/enrolments/proof.copy.ts';
import { ThankYou } from '#src/areas/thanks/ThankYou.tsx';
import { openDocument } from '../../browser/open-tab.ts';
import { paths } from '../../browser/paths.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { clockText, dayText } from '../../ui/format.ts';
import { lazyComponent, notLoaded } from '../../ui/lazy-component.tsx';
import { RequestActions } from '../requests/RequestActions.tsx';
import { waitingQuestion, whileUnpaid } from '../requests/waiting.copy.ts';
import { dashboardCopy } from './dashboard.copy.ts';
import { learnerViewCopy } from './learner-view.copy.ts';
import { RequestCardFrame } from './RequestCardFrame.tsx';
import { learnerReadingOf, timelineOf } from './timeline.ts';

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
const hasTasks = ({ invoice, priceConfirmBy }: OwnRequest, buttons: LearnerReading['buttons']) =>
  invoice || priceConfirmBy || buttons.includes('confirm-enrolment');

const UsualTime = lazyComponent(
  async () => (await import('../../ui/UsualTime.tsx')).UsualTime,
  notLoaded(dashboardCopy.failed.purchase),
);
const waitsForOthers = (state: RequestState) =>
  ['pending', 'paid'].includes(listOf(state) ?? '') && state !== 'handed-over';

function sentenceOf({ purchase, reservedUntil }: OwnRequest, sentence: string): string {
  return fillSentence(sentence, {
    ...(reservedUntil && { time: clockText(reservedUntil) }),
    ...(purchase?.payerAskedUntil && { day: dayText(purchase.payerAskedUntil) }),
  });
}

/** Returns the id of a card. */
export const ownCardId = ({ _id }: OwnRequest): string => `request-${_id}`;

/** A learner's own request: its timeline, its sponsor unless anonymous, and its actions. */
export function OwnRequestCard(props: { request: OwnRequest; onChanged: () => Promise<void> }) {
  const { request } = props;
  const reading = learnerReadingOf(request);
  const sentence = sentenceOf(request, reading.sentence);
  const state = requestStateOf(request);
  const expectedAt = state === 'buying' && request.purchase?.expectedAt;
  const review = heldStates.includes(state) ? request.review : null;
  // A completed course needs no meeting any more.
  const hasMeetings = state !== 'completed' && request.meetings.length > 0;
  return (
    <RequestCardFrame
      id={ownCardId(request)}
      request={request}
      reading={reading}
      facts={request.paid ? [[copy.sponsor, request.sponsorName ?? copy.anonymousSponsor]] : []}
      stepsLabel={copy.stepsLabel}
      steps={timelineOf(request)}
    >
      {waitsForOthers(state) && <UsualTime until={request.paid ? 'enrolled' : 'paid'} />}
      {listOf(state) === 'pending' && (
        <details className="soft">
          <summary>{waitingQuestion}</summary>
          <p>{whileUnpaid}</p>
        </details>
      )}
      {sentence && !review && (
        <p className="soft">
          <span>{sentence}</span> {expectedAt && <span>{learnerViewCopy.boughtBy(expectedAt)}</span>}
        </p>
      )}
      {(review || hasMeetings) && (
        <RequestNotices {...props} review={review} hasMeetings={hasMeetings} sentence={sentence} />
      )}
      {hasTasks(request, reading.buttons) && <RequestTasks {...props} />}
      {request.thankYou && listOf(state) && <ThankYou {...props} thankYou={request.thankYou} />}
      {reading.buttons.includes('edit') && <RequestActions {...props} />}
      {reading.buttons.includes('ask-again') && (
        <div className="row">
          <LinkButton
            kind="quiet"
            isSmall
            href={paths.help}
            text={learnerViewCopy.askAgain}
            about={request.course.courseTitle}
          />
        </div>
      )}
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
