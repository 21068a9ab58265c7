import type { ReactNode } from 'react';
import { Button } from './Button.tsx';

/** A highlighted note inside a page or dialog. */
export function Notice(props: { kind?: 'warn'; children: ReactNode }) {
  return <div className={props.kind ? 'notice notice-warn' : 'notice'}>{props.children}</div>;
}

/** Error state of a failed load, with a retry button. */
export function FailedToLoad(props: { message: string; onRetry: () => void; isRetrying?: boolean }) {
  return (
    <div className="notice notice-warn" role="alert">
      <p>{props.message}</p>
      <Button
        kind="quiet"
        isSmall
        isBusy={props.isRetrying ?? false}
        busyLabel="Trying again…"
        onPress={props.onRetry}
      >
        Try again
      </Button>
    </div>
  );
}
