import { useEffect, useRef } from 'react';
import { canPledgeBecome, type PledgeResponse } from '#contracts/funding/pledges.ts';
import { formatMinor, toMinor } from '#contracts/money.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import styles from './pledges.module.css';
import { sponsoredCopy } from './sponsored.copy.ts';

const copy = sponsoredCopy.pledges;
const kinds = { pledged: 'wait', withdrawn: 'warn', allotted: 'good' } as const;

/** One pledge: amount, group, date and status. */
export function PledgeCard({ pledge, onWithdraw }: { pledge: PledgeResponse; onWithdraw: () => void }) {
  const { amount, currency, targetGroup, note, status, createdAt } = pledge;
  const heading = useRef<HTMLHeadingElement>(null);
  const lastStatus = useRef(status);
  const made = new Date(createdAt);

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
        {copy.made}{' '}
        <time dateTime={createdAt} title={made.toLocaleString()}>
          {made.toLocaleDateString(undefined, { dateStyle: 'medium' })}
        </time>
      </p>
      {note && <p className={styles.note}>{note}</p>}
      {canPledgeBecome(status, 'withdrawn') && (
        <Button kind="quiet" isSmall onPress={onWithdraw}>
          <span>
            {copy.withdraw}
            <span className="visually-hidden">{copy.about(targetGroup)}</span>
          </span>
        </Button>
      )}
    </li>
  );
}
