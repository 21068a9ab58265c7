import { classNames } from './class-names.ts';

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
