import { useState } from 'react';
import { withdrawRequest } from '#contracts/requests.ts';
import { call, messageOf } from '../../browser/api.ts';
import { toastError, toastSuccess } from '../../browser/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { requestActionsCopy } from './request-actions.copy.ts';

const copy = requestActionsCopy.withdrawal;

interface WithdrawModalProps {
  requestId: string;
  courseTitle: string;
  onChanged: () => void;
  onClose: () => void;
}

/** Asks before a request is withdrawn, and says what that means. */
export function WithdrawModal(props: WithdrawModalProps) {
  const [isBusy, setBusy] = useState(false);

  const withdraw = async () => {
    setBusy(true);
    try {
      await call(withdrawRequest, { params: { id: props.requestId } });
      toastSuccess(copy.done);
      props.onClose();
      props.onChanged();
    } catch (error) {
      toastError(messageOf(error, copy.failed));
      setBusy(false);
    }
  };

  return (
    <Modal title={copy.title} onClose={props.onClose}>
      <p>{copy.text(props.courseTitle)}</p>
      <p className="soft">{copy.told}</p>
      <p className="soft">{copy.forGood}</p>
      <div className="row row-fill">
        <Button kind="quiet" onPress={props.onClose}>
          {copy.keep}
        </Button>
        <Button isBusy={isBusy} busyLabel={copy.busy} onPress={() => void withdraw()}>
          {copy.confirm}
        </Button>
      </div>
    </Modal>
  );
}
