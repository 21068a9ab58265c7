import { useState } from 'react';
import { formatMinor, toMinor } from '#contracts/money.ts';
import {
  type LinkedRefund,
  type RefundAccount,
  readRefundLink,
  sendRefundAccount,
} from '#contracts/refunds/refunds.ts';
import { call } from '#src/browser/api.ts';
import { LinkCard, useMailLink } from '#src/ui/LinkCard.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { RefundAccountForm } from './RefundAccountForm.tsx';
import { refundCopy as copy } from './refund.copy.ts';

/** The refund of a mail's link, without sign-in: its state, and the form for bank details when they are needed. */
export function RefundPage() {
  const link = useMailLink(readRefundLink);
  const [isSent, setSent] = useState(false);
  const send = (body: RefundAccount) =>
    link.change(async () => {
      const changed = await call(sendRefundAccount, { body });
      setSent(true);
      return changed;
    });

  return (
    <LinkCard link={link} copy={copy}>
      {(refund) => (
        <>
          <RefundFacts refund={refund} />
          {refund.needsAccount && refund.banks.length > 0 && (
            <RefundAccountForm token={link.token} banks={refund.banks} onSend={send} />
          )}
          {refund.needsAccount && refund.banks.length === 0 && (
            <Notice kind="warn">
              <p>
                {copy.noBanks(refund.currency)} <a href={`mailto:${copy.support}`}>{copy.support}</a>
              </p>
            </Notice>
          )}
          {!refund.needsAccount && (
            <Notice {...(refund.status === 'failed' && { kind: 'warn' })}>
              <p role="status">{isSent ? copy.sent : copy.states[refund.status]}</p>
            </Notice>
          )}
        </>
      )}
    </LinkCard>
  );
}

function RefundFacts({ refund }: { refund: LinkedRefund }) {
  const amount = formatMinor(toMinor(refund.amount), refund.currency);
  return (
    <div className="stack stack-tight">
      <h2 translate="no">{refund.courseTitle}</h2>
      <p>
        {copy.amount}: <strong translate="no">{amount}</strong>
      </p>
      <p className="soft small">
        {copy.reference}: <span translate="no">{refund.reference}</span>
      </p>
    </div>
  );
}
