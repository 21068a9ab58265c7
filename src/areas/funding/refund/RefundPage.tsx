import { useCallback, useEffect, useState } from 'react';
import { formatMinor, toMinor } from '#contracts/money.ts';
import { type LinkedRefund, readRefundLink } from '#contracts/refunds.ts';
import { ApiError, call, messageOf } from '../../../browser/api.ts';
import { consumeLinkToken } from '../../../browser/link-token.ts';
import { paths } from '../../../browser/paths.ts';
import { FailedToLoad, Notice } from '../../../ui/Notice.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { RefundAccountForm } from './RefundAccountForm.tsx';
import { refundCopy as copy } from './refund.copy.ts';

type State =
  | { is: 'loading' }
  | { is: 'shown'; refund: LinkedRefund; message?: string }
  | { is: 'useless'; message: string }
  | { is: 'failed'; message: string };

/** The refund of a mail's link, without sign-in: its state, and the form for bank details when they are needed. */
export function RefundPage() {
  const [token] = useState(consumeLinkToken);
  const [state, setState] = useState<State>(
    token ? { is: 'loading' } : { is: 'useless', message: copy.noToken },
  );

  const load = useCallback(async () => {
    try {
      const { data } = await call(readRefundLink, { query: { token } });
      setState({ is: 'shown', refund: data });
    } catch (error) {
      const isUseless = error instanceof ApiError && error.status === 422;
      setState({ is: isUseless ? 'useless' : 'failed', message: messageOf(error, copy.loadFailed) });
    }
  }, [token]);
  useEffect(() => {
    if (token) void load();
  }, [token, load]);

  return (
    <div className="card stack" aria-busy={state.is === 'loading'}>
      {state.is === 'loading' && (
        <p className="row" role="status">
          <Spinner /> {copy.loading}
        </p>
      )}
      {state.is === 'useless' && (
        <Notice kind="warn">
          <p>{state.message}</p>
        </Notice>
      )}
      {state.is === 'failed' && <FailedToLoad message={state.message} onRetry={() => void load()} />}
      {state.is === 'shown' && (
        <>
          <RefundFacts refund={state.refund} />
          {state.refund.needsAccount ? (
            <RefundAccountForm
              token={token}
              banks={state.refund.banks}
              onSent={(refund, message) => setState({ is: 'shown', refund, message })}
              onChanged={() => void load()}
            />
          ) : (
            <Notice {...(state.refund.status === 'failed' && { kind: 'warn' })}>
              <p role="status">{state.message ? copy.sent : copy.states[state.refund.status]}</p>
            </Notice>
          )}
        </>
      )}
      {state.is !== 'loading' && (
        <p>
          <a href={paths.dashboard}>{copy.toDashboard}</a>
        </p>
      )}
    </div>
  );
}

function RefundFacts({ refund }: { refund: LinkedRefund }) {
  const amount = formatMinor(toMinor(refund.amount), refund.currency);
  return (
    <div className="stack stack-tight">
      <h2>{refund.courseTitle}</h2>
      <p>
        {copy.amount}: <strong>{amount}</strong>
      </p>
      <p className="soft small">
        {copy.reference}: {refund.reference}
      </p>
    </div>
  );
}
