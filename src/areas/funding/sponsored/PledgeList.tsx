import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listPledges, type PledgeResponse } from '#contracts/pledges.ts';
import { call, messageOf } from '../../../browser/api.ts';
import { queryClient } from '../../../browser/query-client.ts';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { FailedToLoad } from '../../../ui/Notice.tsx';
import { PledgeCard } from './PledgeCard.tsx';
import { sponsoredCopy } from './sponsored.copy.ts';

const copy = sponsoredCopy.pledges;
const WithdrawPledgeModal = lazyDialog(
  async () => (await import('./WithdrawPledgeModal.tsx')).WithdrawPledgeModal,
);

/** What a sponsor has pledged to groups, and the way to take it back. Nothing where there is none. */
export function PledgeList() {
  const [leaving, setLeaving] = useState<PledgeResponse>();
  // Below the dashboard's own key, so that news about the dashboard asks for these as well.
  const pledges = useQuery(
    { queryKey: ['dashboard', 'pledges'], queryFn: ({ signal }) => call(listPledges, {}, { signal }) },
    queryClient,
  );
  const shown = pledges.data?.data ?? [];
  if (!pledges.error && shown.length === 0) return null;
  return (
    <section className="stack">
      <h2>{copy.title}</h2>
      {pledges.error && (
        <FailedToLoad
          message={messageOf(pledges.error, copy.failedToLoad)}
          isRetrying={pledges.isFetching}
          onRetry={() => void pledges.refetch()}
        />
      )}
      {shown.length > 0 && <p className="soft">{copy.nothingCharged}</p>}
      <ul className="bare stack">
        {shown.map((pledge) => (
          <PledgeCard key={pledge._id} pledge={pledge} onWithdraw={() => setLeaving(pledge)} />
        ))}
      </ul>
      {leaving && (
        <WithdrawPledgeModal
          pledge={leaving}
          onClose={() => setLeaving(undefined)}
          onWithdrawn={() => {
            setLeaving(undefined);
            void pledges.refetch();
          }}
        />
      )}
    </section>
  );
}
