import { useEffect, useState } from 'react';
import type { OwnRequest } from '#contracts/dashboard/dashboard.ts';
import { editRequestPath } from '../../browser/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyDialog } from '../../ui/lazy-component.tsx';
import { onExpiry } from './on-expiry.ts';
import { requestActionsCopy as copy } from './request-actions.copy.ts';

const InvitationsModal = lazyDialog(async () => (await import('./InvitationsModal.tsx')).InvitationsModal);
const WithdrawModal = lazyDialog(async () => (await import('./WithdrawModal.tsx')).WithdrawModal);

type OpenDialog = 'nothing' | 'invitations' | 'withdrawal';

/**
 * Actions on the learner's own unpaid request: edit, manage invitations, withdraw. Renders nothing once it is paid or
 * withdrawn. `onChanged` is called after the server has changed it.
 */
export function RequestActions(props: { request: OwnRequest; onChanged: () => void }) {
  const { request } = props;
  const [openDialog, setOpenDialog] = useState<OpenDialog>('nothing');
  const { onChanged } = props;
  const until = request.status === 'reserved' ? request.reservedUntil : null;

  // The server publishes no event when a reservation expires.
  useEffect(() => (until ? onExpiry(until, onChanged) : undefined), [until, onChanged]);

  if (request.status !== 'reserved' && request.status !== 'pending') return null;
  const { courseTitle } = request.course;
  const about = (
    <span className="visually-hidden" translate="no">
      {' '}
      {courseTitle}
    </span>
  );
  return (
    <div className="row">
      {until && <p className="small soft">{copy.reserved(until)}</p>}
      <a className="button button-quiet button-small" href={editRequestPath(request._id)}>
        <span>
          {copy.edit}
          {about}
        </span>
      </a>
      {request.isPrivate && (
        <Button kind="quiet" isSmall onPress={() => setOpenDialog('invitations')}>
          <span>
            {copy.invitations.open(request.recipientEmails.length)}
            {about}
          </span>
        </Button>
      )}
      <Button kind="plain" isSmall onPress={() => setOpenDialog('withdrawal')}>
        <span>
          {copy.withdrawal.open}
          {about}
        </span>
      </Button>
      {openDialog === 'invitations' && (
        <InvitationsModal
          requestId={request._id}
          onChanged={props.onChanged}
          onClose={() => setOpenDialog('nothing')}
        />
      )}
      {openDialog === 'withdrawal' && (
        <WithdrawModal
          requestId={request._id}
          courseTitle={courseTitle}
          onChanged={props.onChanged}
          onClose={() => setOpenDialog('nothing')}
        />
      )}
    </div>
  );
}
