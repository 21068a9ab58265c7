import { Button } from '#src/ui/Button.tsx';

interface PageTurnerProps {
  /** The current page, from 1. */
  page: number;
  hasMore: boolean;
  labels: { newer: string; older: string };
  onTurn: (page: number) => void;
}

/** Turns the pages of a list, whose newest entries are on its first page. */
export function PageTurner({ page, hasMore, labels, onTurn }: PageTurnerProps) {
  return (
    <div className="row">
      {page > 1 && (
        <Button kind="quiet" isSmall onPress={() => onTurn(page - 1)}>
          {labels.newer}
        </Button>
      )}
      {hasMore && (
        <Button kind="quiet" isSmall onPress={() => onTurn(page + 1)}>
          {labels.older}
        </Button>
      )}
    </div>
  );
}
