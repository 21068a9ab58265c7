import { useState } from 'react';
import { revealCode } from '#contracts/purchases/purchases.ts';
import { call } from '../../browser/api.ts';
import { toastError, toastSuccess } from '../../browser/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmModal, Modal } from '../../ui/dialogs/Modal.tsx';
import { OutgoingLink } from '../../ui/OutgoingLink.tsx';
import { purchasesCopy } from './purchases.copy.ts';
import styles from './purchases.module.css';

const copy = purchasesCopy.code;

/** Shows the enrolment code after a confirmation; the server returns it once. */
export function CodeModal(props: { requestId: string; onClose: () => void; onSeen: () => void }) {
  const { requestId, onClose, onSeen } = props;
  const [shown, setShown] = useState<{ code: string; link: string }>();

  const reveal = async () => {
    const { data } = await call(revealCode, { params: { id: requestId } });
    setShown(data);
  };
  // The dashboard is read again only after the code is put away: the card renders without a code then.
  const finish = () => {
    onClose();
    onSeen();
  };

  if (!shown)
    return (
      <ConfirmModal title={copy.title} copy={copy} onConfirm={reveal} onClose={onClose}>
        <p>{copy.text}</p>
      </ConfirmModal>
    );
  const copyCode = () =>
    navigator.clipboard.writeText(shown.code).then(
      () => toastSuccess(copy.copied),
      () => toastError(copy.notCopied),
    );
  return (
    <Modal title={copy.shown} onClose={finish}>
      <p className={styles.code} translate="no">
        {shown.code}
      </p>
      <p className="soft">{copy.once}</p>
      <div className="row row-fill">
        <Button kind="quiet" text={copy.copy} onPress={copyCode} />
        <OutgoingLink className="button" to={shown.link}>
          {copy.visit}
        </OutgoingLink>
      </div>
    </Modal>
  );
}
