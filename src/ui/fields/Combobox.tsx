import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './combobox.module.css';
import { Field } from './Field.tsx';

interface ComboboxProps
  extends Pick<ComponentProps<'input'>, 'name' | 'autoComplete' | 'maxLength' | 'form'> {
  id: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  text: string;
  /** Options that match the current text. */
  options: readonly string[];
  listLabel: string;
  /** Announced while the list is open: the number of matches. */
  announcement: string;
  /** Shown instead of the list when nothing matches; without it nothing is shown. */
  none?: string;
  /** Index of the option that is highlighted when the list opens without typing; -1 for none. */
  markedAtFirst?: number;
  /**
   * Highlights the first match while typing, so that Enter selects it. Otherwise Enter submits the form until an
   * option is highlighted.
   */
  marksFirst?: boolean;
  onType: (text: string) => void;
  onChoose: (option: string) => void;
  onOpen?: () => void;
  onFocus?: (input: HTMLInputElement) => void;
  onLeave?: () => void;
}

/** A text field with a list of matching options (ARIA editable combobox pattern). */
export function Combobox(props: ComboboxProps) {
  const { id, options, markedAtFirst = -1, marksFirst = false } = props;
  const [isOpen, setOpen] = useState(false);
  const [marked, setMarked] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
  const isShown = isOpen && options.length > 0;
  const option = isShown ? options[marked] : undefined;

  useEffect(() => {
    if (isOpen) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  const open = () => {
    setMarked(markedAtFirst);
    setOpen(true);
    props.onOpen?.();
  };

  const choose = (chosen: string) => {
    setOpen(false);
    props.onChoose(chosen);
  };

  const type = (typed: string) => {
    setOpen(true);
    setMarked(marksFirst && typed.trim() ? 0 : -1);
    props.onType(typed);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) return open();
      if (options.length === 0) return;
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setMarked((now) =>
        now < 0 && step < 0 ? options.length - 1 : (now + step + options.length) % options.length,
      );
    } else if (event.key === 'Enter' && isOpen) {
      if (option !== undefined || marksFirst) event.preventDefault();
      if (option === undefined) setOpen(marksFirst);
      else choose(option);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      setOpen(false);
    }
  };

  return (
    <div className={styles.combobox}>
      <Field id={id} label={props.label} hint={props.hint} error={props.error}>
        {(control) => (
          <div className={styles.control}>
            <input
              {...control}
              className="input"
              type="text"
              name={props.name}
              form={props.form}
              maxLength={props.maxLength}
              role="combobox"
              autoComplete={props.autoComplete ?? 'off'}
              aria-autocomplete="list"
              aria-expanded={isShown}
              aria-controls={`${id}-list`}
              aria-activedescendant={option === undefined ? undefined : `${id}-${marked}`}
              value={props.text}
              onFocus={(event) => props.onFocus?.(event.target)}
              onClick={() => !isOpen && open()}
              onChange={(event) => type(event.target.value)}
              onKeyDown={onKeyDown}
              onBlur={() => {
                setOpen(false);
                props.onLeave?.();
              }}
            />
            <div
              ref={list}
              id={`${id}-list`}
              role="listbox"
              tabIndex={-1}
              aria-label={props.listLabel}
              className={styles.list}
              hidden={!isShown}
            >
              {isShown &&
                options.map((name, index) => (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
                  <div
                    key={name}
                    id={`${id}-${index}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={index === marked}
                    onPointerDown={(event) => event.preventDefault()}
                    onClick={() => choose(name)}
                  >
                    {name}
                  </div>
                ))}
            </div>
            {isOpen && options.length === 0 && props.none && <p className={styles.none}>{props.none}</p>}
          </div>
        )}
      </Field>
      <span className="visually-hidden" role="status">
        {isOpen ? props.announcement : ''}
      </span>
    </div>
  );
}
