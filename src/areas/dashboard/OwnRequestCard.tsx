import type { OwnRequest } from '#contracts/dashboard.ts';
import { dashboardCopy } from './dashboard.copy.ts';
import { RequestCardFrame } from './RequestCardFrame.tsx';
import { badgeOf } from './request-progress.ts';

const copy = dashboardCopy.request;

/** A learner's own request, and who paid it (when they may know). */
export function OwnRequestCard({ request }: { request: OwnRequest }) {
  const sponsor: [string, string][] = request.paid
    ? [[copy.sponsor, request.sponsorName ?? copy.anonymousSponsor]]
    : [];
  return <RequestCardFrame request={request} badge={badgeOf(request.status)} facts={sponsor} />;
}
