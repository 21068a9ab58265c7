import type { Invitation } from '#contracts/requests/invitations.ts';
import { serverNow } from '../../browser/server-clock.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './invitations.module.css';
import { requestActionsCopy } from './request-actions.copy.ts';

const copy = requestActionsCopy.invitations;

interface InvitationLineProps {
  invitation: Invitation;
  /** Action in progress: `resend` or `revoke`. */
  busy: string | undefined;
  onResend: () => void;
  onRevoke: () => void;
}

/** One invited address with its status and actions. */
export function InvitationLine({ invitation, busy, onResend, onRevoke }: InvitationLineProps) {
  const { email } = invitation;
  const about = (
    <span className="visually-hidden" translate="no">
      {' '}
      {email}
    </span>
  );
  return (
    <li className={styles.invitation}>
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
          isDisabled={!isResendable(invitation)}
          isBusy={busy === 'resend'}
          busyLabel={copy.resending}
          onPress={onResend}
        >
          <span>
            {copy.resend}
            {about}
          </span>
        </Button>
        <Button kind="plain" isSmall isBusy={busy === 'revoke'} busyLabel={copy.revoking} onPress={onRevoke}>
          <span>
            {copy.revoke}
            {about}
          </span>
        </Button>
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
  const sent = `${copy.sent} ${new Date(sentAt).toLocaleDateString(undefined, { dateStyle: 'medium' })}`;
  if (isResendable(invitation)) return sent;
  if (!resendableAt) return `${sent}. ${copy.noMore}`;
  const time = new Date(resendableAt).toLocaleTimeString(undefined, { timeStyle: 'short' });
  return `${sent}. ${copy.again(time)}`;
}
