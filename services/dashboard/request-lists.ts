import {
  courseStateOf,
  listOf,
  type RequestState,
  requestStateOf,
} from '#contracts/dashboard/request-state.ts';
import { requestStatuses } from '#contracts/requests/request-status.ts';
import { isRefundingSql } from '#services/purchases/find-purchase-steps.ts';

const facts = `r.status || ('rejected' = ANY (r.holds))::text || EXISTS (SELECT FROM purchases p
    JOIN payments y ON y.id = p.payment_id AND y.status = 'approved'
    WHERE p.request_id = r.id AND ${isRefundingSql})::text`;

/**
 * SQL: what `toValue` returns for the state of the request `r`, so that counts and lists agree with the function that screens call; null
 * without a request. Only the facts that distinguish lists are read.
 */
function ofState(toValue: (state: RequestState) => string | null): string {
  const bools = [false, true];
  const cases = requestStatuses.flatMap((status) =>
    bools.flatMap((isRejected) =>
      bools.map((isRefunding) => {
        const purchase = { status: 'queued', isRefunding, isDisputed: false, payerAskedUntil: null } as const;
        const review = isRejected ? ({ state: 'rejected' } as const) : null;
        return [
          `${status}${isRejected}${isRefunding}`,
          toValue(requestStateOf({ status, review, purchase })),
        ] as const;
      }),
    ),
  );
  return `CASE ${facts} ${cases.flatMap(([key, value]) => (value ? `WHEN '${key}' THEN '${value}'` : [])).join(' ')} END`;
}

/** SQL: the counted list of the request `r`, null for none. */
export const requestListSql = ofState(listOf);

/** SQL: the state of the course of the enrolment `e`, whose request is `r`. */
export const courseStateSql = `CASE WHEN e.status = 'completed' THEN 'completed' ELSE coalesce(${ofState(courseStateOf)}, 'saved') END`;
