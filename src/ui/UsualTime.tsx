import { getUsualTimes } from '#contracts/requests/usual-times.ts';
import { useApiQuery } from '../browser/use-api-query.ts';
import { enrolledUsually, paidUsually } from './usual-time.copy.ts';

/** How long it usually takes until a request is paid, or its learner enrolled; nothing where too few requests tell. */
export function UsualTime({ until }: { until: 'paid' | 'enrolled' }) {
  const { data } = useApiQuery(getUsualTimes, {}, { staleTime: Number.POSITIVE_INFINITY });
  const { paidDays = null, enrolledDays = null } = data?.data ?? {};
  const usually =
    until === 'paid' ? paidDays && paidUsually(paidDays) : enrolledDays && enrolledUsually(enrolledDays);
  return usually ? <p className="soft">{usually}</p> : null;
}
