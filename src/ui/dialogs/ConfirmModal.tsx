import { type ReactNode, useState } from 'react';
import { messageOf } from '../../browser/api.ts';
import { toastError } from '../../browser/toast.ts';
import { Button } from '../Button.tsx';
import { Modal } from './Modal.tsx';

interface ConfirmModalProps {
  title: string;
  /** Explains the consequences. */
  children: ReactNode;
  copy: { keep: string; confirm: string; busy: string; failed: string };
  /** Performs the action. When it throws, the dialog stays open and shows the message. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Confirmation dialog for an action that cannot be undone. */
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
