import { useEffect } from 'react';
import type { ResponseBody } from '#contracts/endpoint.ts';
import { approvePayment, verifyPayment } from '#contracts/payments/payments.ts';
import { ApiError, call } from '../../../browser/api.ts';
import { loadPart } from '../../../browser/load-part.ts';
import { useApiQuery } from '../../../browser/use-api-query.ts';
import { findSponsorshipByReference } from './stored-sponsorships.ts';

/** State of a payment; amount in major units. */
export type PaymentState = ResponseBody<typeof verifyPayment>['data'];

/**
 * Polls the status of a payment until it is final, then requests its settlement; `failed` is not final. Polls while the
 * tab is visible, and immediately when it becomes visible or the network returns. Does nothing without a reference.
 */
export function usePaymentStatus(reference: string) {
  const status = useApiQuery(
    verifyPayment,
    { query: { reference } },
    {
      enabled: reference !== '',
      // The page has the outcome of a settled payment.
      staleTime: ({ state }) => (isFinal(state) ? Number.POSITIVE_INFINITY : 0),
      retry: false,
      refetchInterval: ({ state }) =>
        isFinal(state) ? false : pollDelayMs(state.dataUpdateCount + state.errorUpdateCount),
      refetchOnWindowFocus: ({ state }) => !isFinal(state) && 'always',
      refetchOnReconnect: ({ state }) => !isFinal(state) && 'always',
    },
  );
  const payment = status.data?.data;
  const paidFor = payment?.status === 'success' ? payment.requestId : undefined;
  useEffect(() => {
    if (paidFor !== undefined) requestSettlement(reference, paidFor);
  }, [reference, paidFor]);
  return { payment, problem: status.error, isChecking: status.isFetching, check: status.refetch };
}

interface Poll {
  data: ResponseBody<typeof verifyPayment> | undefined;
  error: Error | null;
}

function isFinal({ data, error }: Poll): boolean {
  if (error) return error instanceof ApiError && error.status < 429;
  // After a declined card the payer may use another one on the provider's page.
  return data !== undefined && data.data.status !== 'pending' && data.data.status !== 'failed';
}

/**
 * Requests the approval of the sponsorship, for the request stored with this reference or named by the server. A
 * failure is reported and not shown: webhook and poller settle the payment as well.
 */
function requestSettlement(reference: string, requestId: string): void {
  const query = { requestId: findSponsorshipByReference(reference)?.requestId ?? requestId, ref: reference };
  call(approvePayment, { query }).catch((error: unknown) =>
    loadPart(() => import('../../../browser/report-component-error.ts')).then(
      ({ reportComponentError }) => reportComponentError('requestSettlement', error),
      () => undefined,
    ),
  );
}

const firstMs = 1_500;
const longestMs = 20_000;

/**
 * Returns the backoff delay before the next poll of a pending payment, in milliseconds: 1.5 s, growing to 20 s.
 * @internal Its test needs no page.
 */
export function pollDelayMs(attempt: number): number {
  return Math.min(longestMs, Math.round(firstMs * 1.6 ** (attempt - 1)));
}
