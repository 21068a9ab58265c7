import { type ReactNode, useState } from 'react';
import { messageOf } from '../../browser/api.ts';
import { toastError } from '../../browser/toast.ts';
import { Button } from '../Button.tsx';
import { Modal } from './Modal.tsx';

interface ConfirmModalProps {
  title: string;
  /** What it means. */
  children: ReactNode;
  copy: { keep: string; confirm: string; busy: string; failed: string };
  /** Does it. The dialog stays, and says why, when this throws. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Asks once more before something is done that cannot be taken back. */
export function ConfirmModal({ title, children, copy, onConfirm, onClose }: ConfirmModalProps) {
  const [isBusy, setBusy] = useState(false);

  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
    } catch (error) {
      toastError(messageOf(error, copy.failed));
      setBusy(false);
    }
  };

  return (
    <Modal title={title} onClose={onClose}>
      {children}
      <div className="row row-fill">
        <Button kind="quiet" onPress={onClose}>
          {copy.keep}
        </Button>
        <Button isBusy={isBusy} busyLabel={copy.busy} onPress={() => void confirm()}>
          {copy.confirm}
        </Button>
      </div>
    </Modal>
  );
}
