import { useEffect, useRef } from 'react';
import { canPledgeBecome, type PledgeResponse, withdrawPledge } from '#contracts/funding/pledges.ts';
import { formatMinor, toMinor } from '#contracts/money.ts';
import { call } from '../../../browser/api.ts';
import { toastSuccess } from '../../../browser/toast.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmModal } from '../../../ui/dialogs/Modal.tsx';
import { Badge, Moment } from '../../../ui/Facts.tsx';
import styles from './pledges.module.css';
import { sponsoredCopy } from './sponsored.copy.ts';

const copy = sponsoredCopy.pledges;
const kinds = { pledged: 'wait', withdrawn: 'warn', allotted: 'good' } as const;

/** One pledge: amount, group, date and status. */
export function PledgeCard({ pledge, onWithdraw }: { pledge: PledgeResponse; onWithdraw: () => void }) {
  const { amount, currency, targetGroup, note, status, createdAt } = pledge;
  const heading = useRef<HTMLHeadingElement>(null);
  const lastStatus = useRef(status);

  // The button disappears with the withdrawal, so move the focus to the heading.
  useEffect(() => {
    if (lastStatus.current !== status && document.activeElement === document.body) heading.current?.focus();
    lastStatus.current = status;
  }, [status]);

  return (
    <li className={`card ${styles.pledge}`}>
      <h3 ref={heading} tabIndex={-1}>
        {formatMinor(toMinor(amount), currency)} <span>{targetGroup}</span>
      </h3>
      <Badge kind={kinds[status]}>{copy.status[status]}</Badge>
      <p className="soft small">
        {copy.made} <Moment time={createdAt} />
      </p>
      {note && <p className={styles.note}>{note}</p>}
      {canPledgeBecome(status, 'withdrawn') && (
        <Button
          kind="quiet"
          isSmall
          text={copy.withdraw}
          details={copy.about(targetGroup)}
          onPress={onWithdraw}
        />
      )}
    </li>
  );
}

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
