import { type PledgeResponse, withdrawPledge } from '#contracts/funding/pledges.ts';
import { formatMinor, toMinor } from '#contracts/money.ts';
import { call } from '../../../browser/api.ts';
import { toastSuccess } from '../../../browser/toast.ts';
import { ConfirmModal } from '../../../ui/dialogs/ConfirmModal.tsx';
import { sponsoredCopy } from './sponsored.copy.ts';

const copy = sponsoredCopy.pledges;

interface WithdrawPledgeModalProps {
  pledge: PledgeResponse;
  onClose: () => void;
  onWithdrawn: () => void;
}

/** Confirmation dialog that withdraws a pledge. */
export function WithdrawPledgeModal({ pledge, onClose, onWithdrawn }: WithdrawPledgeModalProps) {
  const amount = formatMinor(toMinor(pledge.amount), pledge.currency);

  const withdraw = async () => {
    toastSuccess((await call(withdrawPledge, { params: { id: pledge._id } })).message);
    onWithdrawn();
  };

  return (
    <ConfirmModal title={copy.sure} copy={copy} onConfirm={withdraw} onClose={onClose}>
      <p>{copy.sureText(amount, pledge.targetGroup)}</p>
    </ConfirmModal>
  );
}
