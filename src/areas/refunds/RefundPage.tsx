import { useState } from 'react';
import { formatMinor, toMinor } from '#contracts/money.ts';
import {
  type LinkedRefund,
  type RefundAccount,
  readRefundLink,
  sendRefundAccount,
} from '#contracts/refunds/refunds.ts';
import { ApiError, call } from '#src/browser/api.ts';
import { LinkCard, useMailLink } from '#src/ui/LinkCard.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { type ProofForm, ProofOfIdentity } from './ProofOfIdentity.tsx';
import { RefundAccountForm } from './RefundAccountForm.tsx';
import { refundCopy as copy } from './refund.copy.ts';

/**
 * The refund of a mail's link, without sign-in: its state, and the form for bank details when they are needed. `Proof` is the form of
 * the accounts, which another area does not import.
 */
export function RefundPage({ Proof }: { Proof: ProofForm }) {
  const link = useMailLink(readRefundLink);
  const [isSent, setSent] = useState(false);
  // The last proof became too old while the form was open: what was typed stays, hidden, until there is another one.
  const [isFormKept, setFormKept] = useState(false);
  const send = async (body: RefundAccount) => {
    try {
      await link.change(async () => {
        const changed = await call(sendRefundAccount, { body });
        setSent(true);
        return changed;
      });
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 403)) throw error;
      setFormKept(true);
      await link.query.refetch();
    }
  };

  return (
    <LinkCard link={link} copy={copy}>
      {(refund) => (
        <>
          <RefundFacts refund={refund} />
          {refund.needsAccount && refund.needsIdentity && (
            <ProofOfIdentity Form={Proof} onDone={link.query.refetch} />
          )}
          {refund.needsAccount && (!refund.needsIdentity || isFormKept) && refund.banks.length > 0 && (
            <RefundAccountForm
              token={link.token}
              banks={refund.banks}
              isHidden={refund.needsIdentity}
              onSend={send}
            />
          )}
          {refund.needsAccount && !refund.needsIdentity && refund.banks.length === 0 && (
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
