import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface ButtonStyle {
  kind?: 'accent' | 'quiet' | 'plain' | undefined;
  isSmall?: boolean;
  isWide?: boolean;
}

const classOf = ({ kind, isSmall, isWide }: ButtonStyle) =>
  classNames('button', kind && `button-${kind}`, isSmall && 'button-small', isWide && 'button-wide');

interface ButtonProps extends ButtonStyle {
  id?: string;
  children: ReactNode;
  type?: 'button' | 'submit';
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
      className={classOf(props)}
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

/** The text of a button or link; `about` is read out after it, for those who do not see what is around it. */
export function ButtonText({ text, about }: { text: string; about: string }) {
  return (
    <span>
      {text}
      <span className="visually-hidden" translate="no">
        {' '}
        {about}
      </span>
    </span>
  );
}

/** A link that looks like a button; `about` as in {@link ButtonText}. */
export function LinkButton(props: ButtonStyle & { href: string; text: string; about?: string }) {
  const { href, text, about } = props;
  return (
    <a className={classOf(props)} href={href}>
      {about === undefined ? text : <ButtonText text={text} about={about} />}
    </a>
  );
}

/** A progress indicator without a text of its own; the text beside it names what loads. */
export function Spinner(props: { isLarge?: boolean }) {
  return (
    <svg
      className={classNames('spinner', props.isLarge && 'spinner-large')}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path
        fill="currentColor"
        opacity="0.25"
        d="M12 2a10 10 0 1 0 0 20a10 10 0 0 0 0-20m0 4a6 6 0 1 1 0 12a6 6 0 0 1 0-12"
      />
      <path fill="currentColor" d="M12 2a10 10 0 0 1 10 10h-4a6 6 0 0 0-6-6Z" />
    </svg>
  );
}
