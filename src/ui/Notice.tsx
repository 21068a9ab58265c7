import type { ReactNode } from 'react';
import { messageOf } from '../browser/api.ts';
import type { ApiQuery } from '../browser/use-api-query.ts';
import { Button } from './Button.tsx';

/** A highlighted note inside a page or dialog: a sentence, and other content as children. */
export function Notice(props: { kind?: 'warn' | undefined; text?: string; children?: ReactNode }) {
  const className = props.kind ? 'notice notice-warn' : 'notice';
  if (props.text === undefined) return <div className={className}>{props.children}</div>;
  return (
    <div className={className}>
      <p>{props.text}</p>
      {props.children}
    </div>
  );
}

/** Error state of a failed load, with a retry button. */
export function FailedToLoad(props: {
  message: string;
  again?: string;
  onRetry: () => void;
  isRetrying?: boolean;
}) {
  return (
    <div className="notice notice-warn" role="alert">
      <p>{props.message}</p>
      <Button
        kind="quiet"
        isSmall
        text={props.again ?? 'Try again'}
        busy={props.isRetrying && 'Trying again…'}
        onPress={props.onRetry}
      />
    </div>
  );
}

/** An error message that screen readers announce at once. Renders nothing without text. */
export function Problem({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <p className="notice notice-warn" role="alert">
      {text}
    </p>
  );
}

/** Error state of a failed read, with a retry button; `failed` is the text of an error without one. */
export function QueryFailed(props: {
  query: Pick<ApiQuery<unknown>, 'error' | 'isFetching' | 'refetch'>;
  failed: string;
}) {
  const { error, isFetching, refetch } = props.query;
  return (
    <FailedToLoad
      message={messageOf(error, props.failed)}
      isRetrying={isFetching}
      onRetry={() => void refetch()}
    />
  );
}
