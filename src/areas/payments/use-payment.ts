import { useCallback, useEffect, useRef, useState } from 'react';
import { approvePayment, type PaymentOutcome, verifyPayment } from '#contracts/payments.ts';
import { ApiError, call, messageOf } from '../../browser/api.ts';
import { sponsoringPaidBy } from '../../browser/sponsoring.ts';
import { checkDelayMs } from './check-delays.ts';
import { paymentsCopy as copy } from './payments.copy.ts';

/** What is known about a payment; amount in major units. */
export interface KnownPayment {
  status: PaymentOutcome;
  amount: number;
  currency: string;
}

/** Asks what became of a payment until there is an answer that stays, then asks for its settlement. */
export function usePayment(reference: string) {
  const [payment, setPayment] = useState<KnownPayment>();
  const [problem, setProblem] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const asked = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = useRef<AbortController>(undefined);

  const check = useCallback(async () => {
    clearTimeout(timer.current);
    stop.current?.abort();
    stop.current = new AbortController();
    const { signal } = stop.current;
    setAsking(true);
    asked.current += 1;
    try {
      const { data } = await call(verifyPayment, { query: { reference } }, { signal });
      setPayment(data);
      setProblem(undefined);
      if (data.status === 'pending') timer.current = setTimeout(check, checkDelayMs(asked.current));
      if (data.status === 'success') askForSettlement(reference);
      setAsking(false);
    } catch (error) {
      if (signal.aborted) return;
      setProblem(messageOf(error, copy.error));
      const isRefused = error instanceof ApiError && error.status < 429;
      if (!isRefused) timer.current = setTimeout(check, checkDelayMs(asked.current));
      setAsking(false);
    }
  }, [reference]);

  useEffect(() => {
    if (reference) void check();
    return () => {
      clearTimeout(timer.current);
      stop.current?.abort();
    };
  }, [reference, check]);

  return { payment, problem, isAsking, check };
}

/**
 * Approves the sponsorship for the request that was stored with this reference. Never decides anything: webhook
 * and poller settle the payment as well, so a lost answer here changes nothing and is not shown.
 */
function askForSettlement(reference: string): void {
  const begun = sponsoringPaidBy(reference);
  if (!begun) return;
  call(approvePayment, { query: { requestId: begun.requestId, ref: reference } }).catch(() => undefined);
}
