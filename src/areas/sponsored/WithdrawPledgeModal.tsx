import { useState } from 'react';
import { formatMinor, toMinor } from '#contracts/money.ts';
import { type PledgeAnswer, withdrawPledge } from '#contracts/pledges.ts';
import { call, messageOf } from '../../browser/api.ts';
import { toastError, toastSuccess } from '../../browser/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { sponsoredCopy } from './sponsored.copy.ts';

const copy = sponsoredCopy.pledges;

interface WithdrawPledgeModalProps {
  pledge: PledgeAnswer;
  onClose: () => void;
  onWithdrawn: () => void;
}

/** Asks before a pledge is taken back. */
export function WithdrawPledgeModal({ pledge, onClose, onWithdrawn }: WithdrawPledgeModalProps) {
  const [isBusy, setBusy] = useState(false);
  const amount = formatMinor(toMinor(pledge.amount), pledge.currency);

  const withdraw = async () => {
    setBusy(true);
    try {
      toastSuccess((await call(withdrawPledge, { params: { id: pledge._id } })).message);
      onWithdrawn();
    } catch (error) {
      toastError(messageOf(error, copy.failed));
      setBusy(false);
    }
  };

  return (
    <Modal title={copy.sure} onClose={onClose}>
      <p>{copy.sureText(amount, pledge.targetGroup)}</p>
      <div className="row row-fill">
        <Button kind="quiet" onPress={onClose}>
          {copy.keep}
        </Button>
        <Button isBusy={isBusy} busyLabel={copy.busy} onPress={() => void withdraw()}>
          {copy.confirm}
        </Button>
      </div>
    </Modal>
  );
}
