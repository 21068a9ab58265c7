import type { CaseSummary } from '#contracts/desk/desk.ts';
import { getOperator } from '#contracts/desk/operators.ts';
import { useDeskQuery } from '../use-desk-query.tsx';

/** Returns what says whether the operator may not own a case, because it is an appeal against a decision of theirs. */
export function useIsExcluded(): (item: Pick<CaseSummary, 'excluded'>) => boolean {
  const me = useDeskQuery(getOperator, {}).data?.data;
  return ({ excluded }) => me !== undefined && excluded.includes(me.id);
}
