import { useEffect, useState } from 'react';
import type { OwnRequest } from '#contracts/dashboard/dashboard.ts';
import { editRequestPath } from '../../browser/paths.ts';
import { serverNow } from '../../browser/server-clock.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { lazyDialog } from '../../ui/lazy-component.tsx';
import { requestActionsCopy as copy } from './request-actions.copy.ts';

const InvitationsModal = lazyDialog(async () => (await import('./RequestModals.tsx')).InvitationsModal);
const WithdrawModal = lazyDialog(async () => (await import('./RequestModals.tsx')).WithdrawModal);

/**
 * Actions on the learner's own unpaid request: edit, manage invitations, withdraw. `onChanged` is called after the server has
 * changed it.
 */
export function RequestActions({ request, onChanged }: { request: OwnRequest; onChanged: () => void }) {
  const [openDialog, setOpenDialog] = useState<'invitations' | 'withdrawal'>();
  const until = request.status === 'reserved' ? request.reservedUntil : null;

  // The server publishes no event when a reservation expires.
  useEffect(() => (until ? onExpiry(until, onChanged) : undefined), [until, onChanged]);

  const { courseTitle } = request.course;
  const dialog = { requestId: request._id, onChanged, onClose: () => setOpenDialog(undefined) };
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
      <Button
        kind="plain"
        isSmall
        text={copy.withdrawal.open}
        about={courseTitle}
        onPress={() => setOpenDialog('withdrawal')}
      />
      {openDialog === 'invitations' && <InvitationsModal {...dialog} />}
      {openDialog === 'withdrawal' && <WithdrawModal {...dialog} courseTitle={courseTitle} />}
    </div>
  );
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
