import type { MouseEvent } from 'react';
import { classNames } from './class-names.ts';

interface ButtonStyle {
  kind?: 'accent' | 'quiet' | 'plain' | undefined;
  isSmall?: boolean;
  isWide?: boolean;
}

const classOf = ({ kind, isSmall, isWide }: ButtonStyle) =>
  classNames('button', kind && `button-${kind}`, isSmall && 'button-small', isWide && 'button-wide');

interface ButtonLabel {
  text: string;
  /** A name that is read out after the text, for those who do not see what is around it. */
  about?: string | undefined;
  /** Words that are read out after the text, such as `with Ada`; unlike a name, the browser may translate them. */
  details?: string | undefined;
}

interface ButtonProps extends ButtonStyle, ButtonLabel {
  id?: string;
  type?: 'button' | 'submit';
  /** Shown instead of the text while a request is running; the button ignores clicks then. */
  busy?: string | false | undefined;
  isDisabled?: boolean;
  onPress?: () => unknown;
}

/** Returns a handler of a link that stays on the page, unless the click is for a new tab or window. */
export const stayOnPage = (onPress: () => void) => (event: MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  onPress();
};

/** A button that prevents a second submit: while busy it keeps the focus and ignores clicks. */
export function Button(props: ButtonProps) {
  const { busy, isDisabled = false, type = 'button' } = props;
  const isBusy = Boolean(busy);
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
      <span key={String(isBusy)}>{busy || <Label {...props} />}</span>
    </button>
  );
}

function Label({ text, about, details }: ButtonLabel) {
  if (!about && !details) return text;
  return (
    <span>
      {text}
      <span className="visually-hidden" translate={about ? 'no' : undefined}>
        {' '}
        {about ?? details}
      </span>
    </span>
  );
}

interface LinkButtonProps extends ButtonStyle, ButtonLabel {
  href: string;
  /** Called instead of leaving the page. */
  onPress?: () => void;
}

/** A link that looks like a button. */
export function LinkButton({ href, onPress, ...props }: LinkButtonProps) {
  return (
    <a className={classOf(props)} href={href} onClick={onPress && stayOnPage(onPress)}>
      <Label {...props} />
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
