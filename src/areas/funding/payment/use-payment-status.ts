import { useCallback, useEffect, useRef, useState } from 'react';
import { approvePayment, type PaymentOutcome, verifyPayment } from '#contracts/payments.ts';
import { ApiError, call } from '../../../browser/api.ts';
import { pollDelayMs } from '../../../browser/poll-delay.ts';
import { findSponsorshipByReference } from './stored-sponsorships.ts';

/** State of a payment; amount in major units. */
export interface PaymentState {
  status: PaymentOutcome;
  amount: number;
  currency: string;
  requestId: string;
  isRefundDue: boolean;
}

/**
 * Polls the status of a payment until it is final, then requests its settlement; `failed` is not final. Polls
 * immediately when the tab becomes visible or the network returns. Does nothing without a reference.
 */
export function usePaymentStatus(reference: string) {
  const [payment, setPayment] = useState<PaymentState>();
  const [problem, setProblem] = useState<unknown>();
  const [isChecking, setChecking] = useState(false);
  const attempts = useRef(0);
  const isDone = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = useRef<AbortController>(undefined);

  const check = useCallback(async () => {
    clearTimeout(timer.current);
    stop.current?.abort();
    stop.current = new AbortController();
    const { signal } = stop.current;
    setChecking(true);
    attempts.current += 1;
    const scheduleCheck = () => {
      timer.current = setTimeout(check, pollDelayMs(attempts.current));
    };
    try {
      const { data } = await call(verifyPayment, { query: { reference } }, { signal });
      setPayment(data);
      setProblem(undefined);
      // After a declined card the payer may use another one on the provider's page.
      isDone.current = data.status !== 'pending' && data.status !== 'failed';
      if (!isDone.current) scheduleCheck();
      if (data.status === 'success') requestSettlement(reference, data.requestId);
      setChecking(false);
    } catch (error) {
      if (signal.aborted) return;
      setProblem(error);
      isDone.current = error instanceof ApiError && error.status < 429;
      if (!isDone.current) scheduleCheck();
      setChecking(false);
    }
  }, [reference]);

  useEffect(() => {
    if (!reference) return;
    const checkWhenVisible = () => {
      if (!isDone.current && document.visibilityState === 'visible') void check();
    };
    isDone.current = false;
    attempts.current = 0;
    void check();
    document.addEventListener('visibilitychange', checkWhenVisible);
    addEventListener('online', checkWhenVisible);
    return () => {
      document.removeEventListener('visibilitychange', checkWhenVisible);
      removeEventListener('online', checkWhenVisible);
      clearTimeout(timer.current);
      stop.current?.abort();
    };
  }, [reference, check]);

  return { payment, problem, isChecking, check };
}

/**
 * Requests the approval of the sponsorship, for the request stored with this reference or named by the server. A
 * failure is ignored: webhook and poller settle the payment as well.
 */
function requestSettlement(reference: string, requestId: string): void {
  const query = { requestId: findSponsorshipByReference(reference)?.requestId ?? requestId, ref: reference };
  call(approvePayment, { query }).catch(() => undefined);
}
