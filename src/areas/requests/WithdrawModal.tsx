import { withdrawRequest } from '#contracts/requests/requests.ts';
import { call } from '../../browser/api.ts';
import { toastSuccess } from '../../browser/toast.ts';
import { ConfirmModal } from '../../ui/dialogs/Modal.tsx';
import { requestActionsCopy } from './request-actions.copy.ts';

const copy = requestActionsCopy.withdrawal;

interface WithdrawModalProps {
  requestId: string;
  courseTitle: string;
  onChanged: () => void;
  onClose: () => void;
}

/** Confirmation dialog that withdraws a request and explains the consequences. */
export function WithdrawModal({ requestId, courseTitle, onChanged, onClose }: WithdrawModalProps) {
  const withdraw = async () => {
    await call(withdrawRequest, { params: { id: requestId } });
    toastSuccess(copy.done);
    onClose();
    onChanged();
  };

  return (
    <ConfirmModal title={copy.title} copy={copy} onConfirm={withdraw} onClose={onClose}>
      <p>{copy.text(courseTitle)}</p>
      <p className="soft">{copy.told}</p>
      <p className="soft">{copy.forGood}</p>
    </ConfirmModal>
  );
}
