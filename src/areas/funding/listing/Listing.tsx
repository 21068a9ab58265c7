import { useEffect, useState } from 'react';
import type { DrawRecord } from '#contracts/funding/draw-rules.ts';
import { drawDay, revealDraw, startDraw } from '#contracts/funding/draws.ts';
import { listRequests } from '#contracts/requests/listing.ts';
import { ApiError, call } from '../../../browser/api.ts';
import { setFairBrowsing } from '../../../browser/fair-browsing.ts';
import { useApiQuery } from '../../../browser/use-api-query.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { lazyDialog } from '../../../ui/lazy-component.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { sponsorshipsCopy as copy } from '../sponsorships.copy.ts';
import { ListingFilters } from './ListingFilters.tsx';
import { ListingResults } from './ListingResults.tsx';
import styles from './listing.module.css';
import { defaultListing, listingInput, useListingAddress, writeListingAddress } from './listing-address.ts';

// The dialogs are loaded when they open, because the page is near its limit for scripts.
const LearnerModal = lazyDialog(async () => (await import('./LearnerModal.tsx')).LearnerModal);
const GroupModal = lazyDialog(async () => (await import('./GroupModal.tsx')).GroupModal);

export interface ListingProps {
  /** Query string of the page; from the server, which renders the same. */
  search?: string;
  /** Whether names and photos are off when the page opens. */
  isFair?: boolean;
}

/** The listing of open requests: filters, sort order, pagination, selection and random draw. */
export function Listing({ search = location.search, isFair = false }: ListingProps) {
  const { address, go } = useListingAddress(search);
  const [fair, setFair] = useState<'on' | 'off'>(isFair ? 'on' : 'off');
  const [isGroupOpen, setGroupOpen] = useState(false);
  const { run, isRunning: isDrawing } = useAction(copy.drawFailed);
  const [draw, setDraw] = useState<DrawRecord>();

  const sent = listingInput(address, fair);
  const requests = useApiQuery(listRequests, sent, {
    // Shows the previous page while the next one loads, but not after the names were hidden.
    placeholderData: (shown, before) =>
      (before?.queryKey[1] as typeof sent | undefined)?.query?.fair === fair ? shown : undefined,
  });

  // Some browsers keep such a cookie for a week after it was set.
  useEffect(() => {
    if (isFair) setFairBrowsing(true);
  }, [isFair]);

  const browseFairly = (isOn: boolean) => {
    setFairBrowsing(isOn);
    setFair(isOn ? 'on' : 'off');
  };

  const drawOne = async () => {
    const drawn = await drawLearner();
    setDraw(drawn);
    go({ ...address, request: drawn.winner });
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
            <Button
              kind="accent"
              text={copy.random}
              busy={isDrawing && copy.choosing}
              onPress={() => run(drawOne)}
            />
            <Button kind="quiet" text={copy.group} onPress={() => setGroupOpen(true)} />
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

const attempts = 3;

/**
 * Draws one open request together with the server (commit and reveal): the server commits to a seed, this browser
 * sends two nonces, and the complete record is returned. Retries when requests changed during the draw. @throws
 * ApiError (409 when there are no requests), CallTimeoutError or NetworkDown
 */
async function drawLearner(attempt = 1): Promise<DrawRecord> {
  const { _id: id, commitment, days } = (await call(startDraw, {})).data;
  const params = { id };
  const [firstNonce, secondNonce] = [newNonce(), newNonce()];
  try {
    const { day, candidates } = (await call(drawDay, { params, body: { nonce: firstNonce } })).data;
    const { seed, winner } = (await call(revealDraw, { params, body: { nonce: secondNonce } })).data;
    return { commitment, days, firstNonce, day, candidates, secondNonce, seed, winner };
  } catch (error) {
    const hasChanged = error instanceof ApiError && error.status === 409;
    if (hasChanged && attempt < attempts) return drawLearner(attempt + 1);
    throw error;
  }
}

function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
