import { useState } from 'react';
import type { DrawRecord } from '#contracts/funding/draw-rules.ts';
import { listRequests } from '#contracts/requests/listing.ts';
import { messageOf } from '../../../browser/api.ts';
import { siteStorage } from '../../../browser/storage.ts';
import { storageKeys } from '../../../browser/storage-keys.ts';
import { toastError } from '../../../browser/toast.ts';
import { useApiQuery } from '../../../browser/use-api-query.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { lazyDialog } from '../../../ui/lazy-component.tsx';
import { sponsorshipsCopy as copy } from '../sponsorships.copy.ts';
import { drawLearner } from './draw-learner.ts';
import { ListingFilters } from './ListingFilters.tsx';
import { ListingResults } from './ListingResults.tsx';
import styles from './listing.module.css';
import { defaultListing, listingQuery, writeListingAddress } from './listing-address.ts';
import { useListingAddress } from './use-listing-address.ts';

// The dialogs are loaded when they open, because the page is near its limit for scripts.
const LearnerModal = lazyDialog(async () => (await import('./LearnerModal.tsx')).LearnerModal);
const GroupModal = lazyDialog(async () => (await import('./GroupModal.tsx')).GroupModal);

/** The listing of open requests: filters, sort order, pagination, selection and random draw. */
export function Listing() {
  const { address, go } = useListingAddress();
  const [fair, setFair] = useState<'on' | 'off'>(() =>
    siteStorage.read(storageKeys.fairBrowsing) === 'on' ? 'on' : 'off',
  );
  const [isGroupOpen, setGroupOpen] = useState(false);
  const [isDrawing, setDrawing] = useState(false);
  const [draw, setDraw] = useState<DrawRecord>();

  const sent = { query: { ...listingQuery(address), fair } };
  const requests = useApiQuery(listRequests, sent, {
    // Shows the previous page while the next one loads, but not after the names were hidden.
    placeholderData: (shown, before) =>
      (before?.queryKey[1] as typeof sent | undefined)?.query.fair === fair ? shown : undefined,
  });

  const browseFairly = (isOn: boolean) => {
    if (isOn) siteStorage.write(storageKeys.fairBrowsing, 'on');
    else siteStorage.remove(storageKeys.fairBrowsing);
    setFair(isOn ? 'on' : 'off');
  };

  const drawOne = async () => {
    setDrawing(true);
    try {
      const drawn = await drawLearner();
      setDraw(drawn);
      go({ ...address, request: drawn.winner });
    } catch (error) {
      toastError(messageOf(error, copy.drawFailed));
    } finally {
      setDrawing(false);
    }
  };

  const onPage = (page: number) => {
    go({ ...address, page });
    scrollTo({ top: 0 });
  };
  const { request, page: _, ...filters } = address;
  return (
    <div className="stack stack-loose">
      <div className={styles.tools}>
        <ListingFilters
          key={writeListingAddress({ ...filters, request: '', page: 1 })}
          address={address}
          onApply={(asked) => go(asked)}
        />
        <div className={styles.actions}>
          <div className="row row-fill">
            <Button kind="accent" isBusy={isDrawing} busyLabel={copy.choosing} onPress={drawOne}>
              {copy.random}
            </Button>
            <Button kind="quiet" onPress={() => setGroupOpen(true)}>
              {copy.group}
            </Button>
          </div>
          <Checkbox checked={fair === 'on'} onChange={(event) => browseFairly(event.target.checked)}>
            {copy.fair}
          </Checkbox>
        </div>
      </div>

      <ListingResults
        requests={requests}
        address={address}
        isFair={fair === 'on'}
        onChoose={(id) => go({ ...address, request: id })}
        onShowAll={() => go(defaultListing)}
        onPage={onPage}
      />

      {request && (
        <LearnerModal
          key={request}
          id={request}
          fair={fair}
          known={requests.data?.data.find(({ _id }) => _id === request)}
          draw={draw?.winner === request ? draw : undefined}
          onClose={() => go({ ...address, request: '' }, 'replace')}
        />
      )}
      {isGroupOpen && <GroupModal onClose={() => setGroupOpen(false)} />}
    </div>
  );
}
