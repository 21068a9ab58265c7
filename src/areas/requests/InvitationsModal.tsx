import { useState } from 'react';
import {
  type Invitation,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from '#contracts/requests/invitations.ts';
import { call, messageOf } from '../../browser/api.ts';
import { editRequestPath } from '../../browser/paths.ts';
import { toastError, toastSuccess } from '../../browser/toast.ts';
import { useApiQuery } from '../../browser/use-api-query.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/dialogs/Modal.tsx';
import { QueryState } from '../../ui/QueryState.tsx';
import { InvitationLine } from './InvitationLine.tsx';
import { requestActionsCopy } from './request-actions.copy.ts';

const copy = requestActionsCopy.invitations;

/** The invitations of a request; each can be resent or revoked. */
export function InvitationsModal(props: { requestId: string; onChanged: () => void; onClose: () => void }) {
  const id = props.requestId;
  const [busy, setBusy] = useState<string>();
  const invitations = useApiQuery(listInvitations, { params: { id } }, { staleTime: 0 });

  const change = async (what: 'resend' | 'revoke', { _id: invitationId, email }: Invitation) => {
    if (busy) return;
    setBusy(`${what} ${invitationId}`);
    try {
      await call(what === 'resend' ? resendInvitation : revokeInvitation, { params: { id, invitationId } });
      toastSuccess(what === 'resend' ? copy.resent(email) : copy.revoked(email));
    } catch (error) {
      toastError(messageOf(error, copy.notChanged));
    }
    await invitations.refetch();
    setBusy(undefined);
    props.onChanged();
  };

  return (
    <Modal title={copy.title} onClose={props.onClose}>
      <p className="soft">{copy.text}</p>
      <QueryState query={invitations} loading={copy.loading} failed={copy.failed} />
      {invitations.data && (
        <ul className="bare stack">
          {invitations.data.data.map((invitation) => (
            <InvitationLine
              key={invitation._id}
              invitation={invitation}
              busy={busy?.endsWith(invitation._id) ? busy.split(' ')[0] : undefined}
              onResend={() => void change('resend', invitation)}
              onRevoke={() => void change('revoke', invitation)}
            />
          ))}
        </ul>
      )}
      <div className="row row-apart">
        <a className="button button-quiet" href={editRequestPath(id)}>
          {copy.more}
        </a>
        <Button onPress={props.onClose}>{copy.done}</Button>
      </div>
    </Modal>
  );
}
