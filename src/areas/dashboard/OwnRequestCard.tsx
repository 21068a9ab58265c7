import type { ReactNode } from 'react';
import type { OwnRequest } from '#contracts/dashboard.ts';
import { ViewProofButton } from '../funding/sponsored/ViewProofButton.tsx';
import { RequestActions } from '../requests/RequestActions.tsx';
import { dashboardCopy } from './dashboard.copy.ts';
import { LearnerMeetings } from './LearnerMeetings.tsx';
import { RequestCardFrame } from './RequestCardFrame.tsx';
import { badgeOf } from './request-progress.ts';
import { Timeline } from './Timeline.tsx';
import { timelineOf } from './timeline.ts';

const copy = dashboardCopy.request;

/** A learner's own request: its way so far, who paid it (when they may know), and what can be done. */
export function OwnRequestCard(props: { request: OwnRequest; onChanged: () => Promise<void> }) {
  const { request } = props;
  const facts: [string, ReactNode][] = [];
  if (request.paid) facts.push([copy.sponsor, request.sponsorName ?? copy.anonymousSponsor]);
  return (
    <RequestCardFrame
      request={request}
      badge={badgeOf(request.status)}
      facts={facts}
      progress={<Timeline label={copy.stepsLabel} steps={timelineOf(request)} />}
      actions={
        <>
          <LearnerMeetings request={request} onChanged={props.onChanged} />
          <RequestActions request={request} onChanged={props.onChanged} />
          {request.hasProof && <ViewProofButton request={request} />}
        </>
      }
    />
  );
}
