import { useState } from 'react';
import {
  type Invitation,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from '#contracts/requests/invitations.ts';
import { withdrawRequest } from '#contracts/requests/requests.ts';
import { call, messageOf } from '../../browser/api.ts';
import { editRequestPath } from '../../browser/paths.ts';
import { serverNow } from '../../browser/server-clock.ts';
import { toastError, toastSuccess } from '../../browser/toast.ts';
import { useApiQuery } from '../../browser/use-api-query.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { ConfirmModal, Modal } from '../../ui/dialogs/Modal.tsx';
import { clockText, timeText } from '../../ui/format.ts';
import { QueryState } from '../../ui/QueryState.tsx';
import styles from './invitations.module.css';
import { requestActionsCopy } from './request-actions.copy.ts';

const { invitations: copy, withdrawal } = requestActionsCopy;

interface RequestModalProps {
  requestId: string;
  onChanged: () => void;
  onClose: () => void;
}

/** Confirmation dialog that withdraws a request and explains the consequences. */
export function WithdrawModal(props: RequestModalProps & { courseTitle: string }) {
  const withdraw = async () => {
    await call(withdrawRequest, { params: { id: props.requestId } });
    toastSuccess(withdrawal.done);
    props.onClose();
    props.onChanged();
  };

  return (
    <ConfirmModal title={withdrawal.title} copy={withdrawal} onConfirm={withdraw} onClose={props.onClose}>
      <p>{withdrawal.text(props.courseTitle)}</p>
      <p className="soft">{withdrawal.told}</p>
      <p className="soft">{withdrawal.forGood}</p>
    </ConfirmModal>
  );
}

/** The invitations of a request; each can be resent or revoked. */
export function InvitationsModal(props: RequestModalProps) {
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
        <LinkButton kind="quiet" href={editRequestPath(id)} text={copy.more} />
        <Button text={copy.done} onPress={props.onClose} />
      </div>
    </Modal>
  );
}

interface InvitationLineProps {
  invitation: Invitation;
  /** Action in progress: `resend` or `revoke`. */
  busy: string | undefined;
  onResend: () => void;
  onRevoke: () => void;
}

/** One invited address with its status and actions. */
function InvitationLine({ invitation, busy, onResend, onRevoke }: InvitationLineProps) {
  const { email } = invitation;
  return (
    <li className={`row row-apart ${styles.invitation}`}>
      <div>
        <p className={styles.address} translate="no">
          {email}
        </p>
        <p className="small soft">{stateOf(invitation)}</p>
      </div>
      <div className="row">
        <Button
          kind="quiet"
          isSmall
          text={copy.resend}
          about={email}
          isDisabled={!isResendable(invitation)}
          busy={busy === 'resend' && copy.resending}
          onPress={onResend}
        />
        <Button
          kind="plain"
          isSmall
          text={copy.revoke}
          about={email}
          busy={busy === 'revoke' && copy.revoking}
          onPress={onRevoke}
        />
      </div>
    </li>
  );
}

function isResendable({ sentAt, resendableAt }: Invitation): boolean {
  return sentAt !== null && resendableAt !== null && Date.parse(resendableAt) <= serverNow();
}

function stateOf(invitation: Invitation): string {
  const { sentAt, isWaiting, resendableAt } = invitation;
  if (!sentAt) return isWaiting ? copy.waits : copy.unsent;
  const sent = `${copy.sent} ${timeText(sentAt, { dateStyle: 'medium' })}`;
  if (isResendable(invitation)) return sent;
  if (!resendableAt) return `${sent}. ${copy.noMore}`;
  return `${sent}. ${copy.again(clockText(resendableAt))}`;
}
