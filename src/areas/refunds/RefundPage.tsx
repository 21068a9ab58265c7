import { useState } from 'react';
import { formatMinor, toMinor } from '#contracts/money.ts';
import {
  type LinkedRefund,
  type RefundAccount,
  readRefundLink,
  sendRefundAccount,
} from '#contracts/refunds/refunds.ts';
import { ApiError, call } from '#src/browser/api.ts';
import { consumeLinkToken } from '#src/browser/link-token.ts';
import { setApiQueryData, useApiQuery } from '#src/browser/use-api-query.ts';
import { LinkCard } from '#src/ui/LinkCard.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { RefundAccountForm } from './RefundAccountForm.tsx';
import { refundCopy as copy } from './refund.copy.ts';

/** The refund of a mail's link, without sign-in: its state, and the form for bank details when they are needed. */
export function RefundPage() {
  const [token] = useState(consumeLinkToken);
  const [isSent, setSent] = useState(false);
  const sent = { query: { token } };
  // A refetch would replace the form while the payer fills it in.
  const query = useApiQuery(readRefundLink, sent, {
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });

  const send = async (body: RefundAccount) => {
    try {
      const changed = await call(sendRefundAccount, { body });
      setSent(true);
      await setApiQueryData(readRefundLink, sent, changed);
    } catch (rejection) {
      // The refund has changed: reload it and show the error.
      // oxlint-disable-next-line typescript/no-floating-promises -- React Query keeps the errors
      if (rejection instanceof ApiError && rejection.status === 409) void query.refetch();
      throw rejection;
    }
  };

  return (
    <LinkCard token={token} query={query} copy={copy}>
      {(refund) => (
        <>
          <RefundFacts refund={refund} />
          {refund.needsAccount ? (
            <RefundAccountForm token={token} banks={refund.banks} onSend={send} />
          ) : (
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
