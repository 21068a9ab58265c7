import { useState } from 'react';
import { listPledges, type PledgeResponse } from '#contracts/funding/pledges.ts';
import { loadPageAgain } from '../../../browser/load-part.ts';
import { useApiQuery } from '../../../browser/use-api-query.ts';
import { lazyComponent, lazyDialog } from '../../../ui/lazy-component.tsx';
import { FailedToLoad, QueryFailed } from '../../../ui/Notice.tsx';
import { sponsoredCopy } from './sponsored.copy.ts';

const copy = sponsoredCopy.pledges;
// Most sponsors have no pledges, so the code for showing them is loaded only with one.
const PledgeCard = lazyComponent(
  async () => (await import('./PledgeCard.tsx')).PledgeCard,
  () => (
    <li>
      <FailedToLoad message={copy.failedToLoad} onRetry={loadPageAgain} />
    </li>
  ),
);
const WithdrawPledgeModal = lazyDialog(async () => (await import('./PledgeCard.tsx')).WithdrawPledgeModal);

/** A sponsor's pledges to groups, each with a withdraw button. Renders nothing without pledges. */
export function PledgeList() {
  const [leaving, setLeaving] = useState<PledgeResponse>();
  const pledges = useApiQuery(listPledges, {});
  const shown = pledges.data?.data ?? [];
  if (!pledges.error && shown.length === 0) return null;
  return (
    <section className="stack">
      <h2>{copy.title}</h2>
      {Boolean(pledges.error) && <QueryFailed query={pledges} failed={copy.failedToLoad} />}
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
            // oxlint-disable-next-line typescript/no-floating-promises -- React Query keeps the errors
            void pledges.refetch();
          }}
        />
      )}
    </section>
  );
}
