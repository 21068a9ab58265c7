import { limits } from '#contracts/limits.ts';
import { Button } from '../../ui/Button.tsx';
import { dashboardCopy as copy } from './dashboard.copy.ts';
import type { LongList } from './use-dashboard.ts';

interface ShowMoreProps {
  list: LongList;
  /** The list's heading. */
  about: string;
  shown: number;
  all: number;
  isBusy: boolean;
  onShowMore: (list: LongList) => void;
}

/** The foot of a list that is longer than what is shown. */
export function ShowMore({ list, about, shown, all, isBusy, onShowMore }: ShowMoreProps) {
  if (shown === 0 || shown >= all) return null;
  return (
    <div className="row">
      {shown < limits.maxDashboardRows && (
        <Button kind="quiet" isBusy={isBusy} busyLabel={copy.showMoreBusy} onPress={() => onShowMore(list)}>
          <span>
            {copy.showMore}
            <span className="visually-hidden"> ({about})</span>
          </span>
        </Button>
      )}
      <span className="soft small">{copy.shownOf(shown, all)}</span>
    </div>
  );
}
