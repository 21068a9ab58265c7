import { Button } from '../../ui/Button.tsx';
import { sponsorshipsCopy as copy } from './sponsorships.copy.ts';

/** One page back, one page on. Absent while everything fits on one. */
export function ListingPages(props: { current: number; total: number; onPage: (page: number) => void }) {
  if (props.total <= 1) return null;
  const go = (page: number) => {
    props.onPage(page);
    scrollTo({ top: 0, behavior: 'smooth' });
  };
  return (
    <nav className="row row-apart" aria-label={copy.pages}>
      <Button kind="quiet" isSmall isDisabled={props.current <= 1} onPress={() => go(props.current - 1)}>
        {copy.previous}
      </Button>
      <span>{copy.page(props.current, props.total)}</span>
      <Button
        kind="quiet"
        isSmall
        isDisabled={props.current >= props.total}
        onPress={() => go(props.current + 1)}
      >
        {copy.next}
      </Button>
    </nav>
  );
}
