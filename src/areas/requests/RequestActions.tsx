import { useEffect, useState } from 'react';
import type { OwnRequest } from '#contracts/dashboard/dashboard.ts';
import { requestStateOf } from '#contracts/dashboard/request-state.ts';
import { editRequestPath, listedRequestPath } from '../../browser/paths.ts';
import { serverNow } from '../../browser/server-clock.ts';
import { openShareSheet } from '../../browser/share.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { lazyDialog } from '../../ui/lazy-component.tsx';
import { requestActionsCopy as copy } from './request-actions.copy.ts';

const InvitationsModal = lazyDialog(async () => (await import('./RequestModals.tsx')).InvitationsModal);
const ShareModal = lazyDialog(async () => (await import('./ShareModal.tsx')).ShareModal);
const WithdrawModal = lazyDialog(async () => (await import('./RequestModals.tsx')).WithdrawModal);

/**
 * Actions on the learner's own unpaid request: edit, manage invitations, share, withdraw. `onChanged` is called after the server has
 * changed it.
 */
export function RequestActions({ request, onChanged }: { request: OwnRequest; onChanged: () => void }) {
  const [openDialog, setOpenDialog] = useState<'invitations' | 'share' | 'withdrawal'>();
  const until = request.status === 'reserved' ? request.reservedUntil : null;

  // The server publishes no event when a reservation expires.
  useEffect(() => (until ? onExpiry(until, onChanged) : undefined), [until, onChanged]);

  const { courseTitle } = request.course;
  const dialog = { requestId: request._id, onChanged, onClose: () => setOpenDialog(undefined) };
  // Not with each render, because a server has no address of the page.
  const toShare = () => ({
    title: courseTitle,
    text: copy.share.message(courseTitle),
    url: `${location.origin}${listedRequestPath(request._id)}`,
  });
  const share = async () => {
    if (!(await openShareSheet(toShare()))) setOpenDialog('share');
  };
  return (
    <div className="row">
      <LinkButton
        kind="quiet"
        isSmall
        href={editRequestPath(request._id)}
        text={copy.edit}
        about={courseTitle}
      />
      {request.isPrivate && (
        <Button
          kind="quiet"
          isSmall
          text={copy.invitations.open(request.recipientEmails.length)}
          about={courseTitle}
          onPress={() => setOpenDialog('invitations')}
        />
      )}
      {isListed(request) && (
        <Button kind="quiet" isSmall text={copy.share.open} about={courseTitle} onPress={share} />
      )}
      <Button
        kind="plain"
        isSmall
        text={copy.withdrawal.open}
        about={courseTitle}
        onPress={() => setOpenDialog('withdrawal')}
      />
      {openDialog === 'invitations' && <InvitationsModal {...dialog} />}
      {openDialog === 'share' && <ShareModal shared={toShare()} onClose={dialog.onClose} />}
      {openDialog === 'withdrawal' && <WithdrawModal {...dialog} courseTitle={courseTitle} />}
    </div>
  );
}

/** Returns whether every sponsor can open the request; a private one is for those whom it invites. */
function isListed(request: OwnRequest): boolean {
  const { isPublic, priceConfirmBy } = request;
  const isCurrent = !priceConfirmBy || Date.parse(priceConfirmBy) > serverNow();
  return isPublic && isCurrent && requestStateOf(request) === 'pending';
}

const graceMs = 500;
const againMs = 15_000;

/**
 * Calls `onOver` once a time (ISO) has passed, and every 15 s from then on, because the time of
 * the server is known to about a second only. Returns a function that stops it.
 * @internal Tested on its own.
 */
export function onExpiry(moment: string, onOver: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (ms: number) => {
    timer = setTimeout(() => {
      wait(againMs);
      onOver();
    }, ms);
  };
  wait(Math.max(0, Date.parse(moment) - serverNow()) + graceMs);
  return () => clearTimeout(timer);
}
