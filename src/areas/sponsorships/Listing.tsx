import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { type ListedRequest, listRequests } from '#contracts/listing.ts';
import { ApiError, call, messageOf } from '../../browser/api.ts';
import { paths } from '../../browser/paths.ts';
import { queryClient } from '../../browser/query-client.ts';
import { toastError } from '../../browser/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FailedToLoad, Notice } from '../../ui/Notice.tsx';
import { GroupModal } from './GroupModal.tsx';
import { LearnerModal } from './LearnerModal.tsx';
import { ListingPages } from './ListingPages.tsx';
import { ListingSkeleton } from './ListingSkeleton.tsx';
import styles from './listing.module.css';
import { RequestCard } from './RequestCard.tsx';
import { sponsorshipsCopy as copy } from './sponsorships.copy.ts';

/** Learners' requests: filter, page, choose one, or let chance choose. */
export function Listing() {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<ListedRequest>();
  const [isGroupOpen, setGroupOpen] = useState(false);
  const [isDrawing, setDrawing] = useState(false);

  const requests = useQuery(
    {
      queryKey: ['requests', search, page],
      queryFn: ({ signal }) => call(listRequests, { query: { search, page } }, { signal }),
      placeholderData: keepPreviousData,
    },
    queryClient,
  );

  const show = (nextSearch: string, nextPage: number) => {
    setSearch(nextSearch);
    setPage(nextPage);
  };

  const filter = (event: SubmitEvent) => {
    event.preventDefault();
    show(typed.trim(), 1);
  };

  const drawOne = async () => {
    setDrawing(true);
    try {
      const { totalRequests } = await call(listRequests, { query: { limit: 1 } });
      const drawn = 1 + Math.floor(Math.random() * totalRequests);
      const { data } = await call(listRequests, { query: { limit: 1, page: drawn } });
      if (data[0]) setChosen(data[0]);
      else toastError(copy.nobody);
    } catch (error) {
      toastError(messageOf(error, copy.failed));
    } finally {
      setDrawing(false);
    }
  };

  return (
    <div className="stack stack-loose">
      <div className={styles.tools}>
        <search>
          <form className={styles.search} onSubmit={filter}>
            <label className="label" htmlFor="listing-search">
              {copy.search} <span className="soft">({copy.searchHint})</span>
            </label>
            <div className={styles.searchLine}>
              <input
                id="listing-search"
                className="input"
                type="search"
                enterKeyHint="search"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
              <Button type="submit">{copy.filter}</Button>
            </div>
          </form>
        </search>
        <div className="row row-fill">
          <Button kind="accent" isBusy={isDrawing} busyLabel={copy.choosing} onPress={drawOne}>
            {copy.random}
          </Button>
          <Button kind="quiet" onPress={() => setGroupOpen(true)}>
            {copy.group}
          </Button>
        </div>
      </div>

      <Results
        requests={requests}
        search={search}
        onChoose={setChosen}
        onShowAll={() => {
          setTyped('');
          show('', 1);
        }}
        onPage={(next) => show(search, next)}
      />

      {chosen && <LearnerModal request={chosen} onClose={() => setChosen(undefined)} />}
      {isGroupOpen && <GroupModal onClose={() => setGroupOpen(false)} />}
    </div>
  );
}

interface ResultsProps {
  requests: ReturnType<typeof useQuery<Awaited<ReturnType<typeof call<typeof listRequests>>>>>;
  search: string;
  onChoose: (request: ListedRequest) => void;
  onShowAll: () => void;
  onPage: (page: number) => void;
}

function Results({ requests, search, onChoose, onShowAll, onPage }: ResultsProps) {
  const { data, error, isFetching, refetch } = requests;
  if (error instanceof ApiError && error.status === 403) {
    return (
      <Notice>
        <p>{copy.onlySponsors}</p>
        <a className="button" href={paths.help}>
          {copy.askForHelp}
        </a>
      </Notice>
    );
  }
  if (error) {
    return (
      <FailedToLoad
        message={messageOf(error, copy.failed)}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <ListingSkeleton />;
  if (data.data.length === 0) {
    return (
      <EmptyState text={search ? copy.emptySearch(search) : copy.empty}>
        {search && (
          <Button kind="quiet" onPress={onShowAll}>
            {copy.showAll}
          </Button>
        )}
      </EmptyState>
    );
  }
  return (
    <section className="stack" aria-busy={requests.isPlaceholderData}>
      <p className="soft" role="status">
        {copy.found(data.totalRequests)}
      </p>
      <ul className="bare grid-cards">
        {data.data.map((request) => (
          <RequestCard key={request._id} request={request} onChoose={() => onChoose(request)} />
        ))}
      </ul>
      <ListingPages current={data.currentPage} total={data.totalPages} onPage={onPage} />
    </section>
  );
}
