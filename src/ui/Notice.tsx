import type { ReactNode } from 'react';
import { Button } from './Button.tsx';

/** Something to know before going on. */
export function Notice(props: { kind?: 'warn'; children: ReactNode }) {
  return <div className={props.kind ? 'notice notice-warn' : 'notice'}>{props.children}</div>;
}

/** Something did not load: what happened, and a way to try again. */
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
