import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './Spinner.tsx';

interface ButtonProps {
  id?: string;
  children: ReactNode;
  kind?: 'accent' | 'quiet' | 'plain';
  type?: 'button' | 'submit';
  isSmall?: boolean;
  isWide?: boolean;
  /** A request is running: the button shows `busyLabel` and ignores clicks. */
  isBusy?: boolean;
  busyLabel?: string;
  isDisabled?: boolean;
  onPress?: () => void;
}

/** A button that prevents a second submit: while busy it keeps the focus and ignores clicks. */
export function Button(props: ButtonProps) {
  const { isBusy = false, isDisabled = false, type = 'button' } = props;
  return (
    <button
      id={props.id}
      type={type}
      className={classNames(
        'button',
        props.kind && `button-${props.kind}`,
        props.isSmall && 'button-small',
        props.isWide && 'button-wide',
      )}
      disabled={isDisabled}
      aria-disabled={isBusy || undefined}
      data-busy={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else props.onPress?.();
      }}
    >
      {isBusy && <Spinner />}
      <span key={String(isBusy)}>{isBusy ? (props.busyLabel ?? props.children) : props.children}</span>
    </button>
  );
}
