import type { ResponseBody } from '#contracts/endpoint.ts';
import type { listRequests } from '#contracts/requests/listing.ts';
import { ApiError } from '../../../browser/api.ts';
import { paths } from '../../../browser/paths.ts';
import type { ApiQuery } from '../../../browser/use-api-query.ts';
import { Button, LinkButton } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Notice, QueryFailed } from '../../../ui/Notice.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { sponsorshipsCopy as copy } from '../sponsorships.copy.ts';
import { ListingSkeleton } from './ListingSkeleton.tsx';
import { isFiltered, type ListingAddress, writeListingAddress } from './listing-address.ts';
import { RequestCard } from './RequestCard.tsx';

interface ListingResultsProps {
  requests: ApiQuery<ResponseBody<typeof listRequests>>;
  address: ListingAddress;
  isFair: boolean;
  onChoose: (id: string) => void;
  onShowAll: () => void;
  onPage: (page: number) => void;
}

/** The found requests as cards, or why there are none. */
export function ListingResults(props: ListingResultsProps) {
  const { requests, address, onShowAll, onPage } = props;
  const { data, error } = requests;
  if (error instanceof ApiError && error.status === 403) {
    return (
      <Notice text={copy.onlySponsors}>
        <LinkButton href={paths.help} text={copy.askForHelp} />
      </Notice>
    );
  }
  if (error) return <QueryFailed query={requests} failed={copy.failed} />;
  if (!data) return <ListingSkeleton />;
  if (data.data.length === 0) {
    const isBeyond = data.totalRequests > 0;
    return (
      <EmptyState text={isBeyond ? copy.emptyPage : isFiltered(address) ? copy.emptySearch : copy.empty}>
        {isBeyond ? (
          <Button kind="quiet" text={copy.firstPage} onPress={() => onPage(1)} />
        ) : (
          isFiltered(address) && <Button kind="quiet" text={copy.showAll} onPress={onShowAll} />
        )}
      </EmptyState>
    );
  }
  return (
    <section className="stack" aria-label={copy.results} aria-busy={requests.isPlaceholderData}>
      <div className="row row-apart">
        <p className="soft" role="status">
          {data.isCapped ? copy.foundMore(data.totalRequests) : copy.found(data.totalRequests)}
        </p>
        {isFiltered(address) && <Button kind="plain" isSmall text={copy.showAll} onPress={onShowAll} />}
      </div>
      <ul className="bare grid-cards">
        {data.data.map((request) => (
          <RequestCard
            key={request._id}
            request={request}
            isFair={props.isFair}
            path={`${paths.listing}${writeListingAddress({ ...address, request: request._id })}`}
            onChoose={() => props.onChoose(request._id)}
          />
        ))}
      </ul>
      <Pager
        label={copy.pages}
        current={data.currentPage}
        total={data.totalPages}
        isCapped={data.isCapped}
        path={(page) => `${paths.listing}${writeListingAddress({ ...address, page, request: '' })}`}
        onPage={onPage}
      />
    </section>
  );
}
