import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Country } from '#contracts/countries.ts';
import { Field } from '../../ui/Field.tsx';
import { accountsCopy as copy } from './accounts.copy.ts';
import styles from './country.module.css';
import { countryNamed, findCountries } from './find-countries.ts';

interface CountryFieldProps {
  id: string;
  /** The chosen country, or nothing. */
  value: string;
  error: string | undefined;
  onChange: (country: Country | '') => void;
  onBlur: () => void;
}

/** One of 54 countries: typed and found, or picked from the list (the ARIA pattern of an editable combobox). */
export function CountryField({ id, value, error, onChange, onBlur }: CountryFieldProps) {
  const [text, setText] = useState(value);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [isSearching, setSearching] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const options = findCountries(isSearching ? text : '');
  const option = isOpen ? options[active] : undefined;

  // A value that came from elsewhere: a draft, an answer of the server.
  useEffect(() => {
    if (value) setText((now) => (countryNamed(now) === value ? now : value));
  }, [value]);

  useEffect(() => {
    if (isOpen) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  const open = () => {
    setActive(isSearching ? 0 : options.indexOf(value as Country));
    setOpen(true);
  };

  const choose = (country: Country) => {
    setText(country);
    setSearching(false);
    setOpen(false);
    onChange(country);
  };

  const type = (typed: string) => {
    setText(typed);
    setSearching(typed.trim() !== '');
    setOpen(true);
    setActive(typed.trim() ? 0 : -1);
    onChange(countryNamed(typed) ?? '');
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) return open();
      if (options.length === 0) return;
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((now) =>
        now < 0 && step < 0 ? options.length - 1 : (now + step + options.length) % options.length,
      );
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      if (option) choose(option);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      setOpen(false);
    }
  };

  const leave = () => {
    setOpen(false);
    const meant = countryNamed(text) ?? (options.length === 1 ? options[0] : undefined);
    if (isSearching && meant) choose(meant);
    onBlur();
  };

  return (
    <div className={styles.country}>
      <Field id={id} label={copy.country} hint={copy.countryHint} error={error}>
        {(control) => (
          <input
            {...control}
            className="input"
            type="text"
            name="country"
            role="combobox"
            autoComplete="country-name"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={`${id}-list`}
            aria-activedescendant={option ? `${id}-${options.indexOf(option)}` : undefined}
            value={text}
            onFocus={(event) => event.target.select()}
            onClick={() => !isOpen && open()}
            onChange={(event) => type(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={leave}
          />
        )}
      </Field>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label={copy.countries}
        className={styles.list}
        hidden={!isOpen}
      >
        {isOpen &&
          options.map((country, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the input
            <div
              key={country}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(country)}
            >
              {country}
            </div>
          ))}
      </div>
      {isOpen && options.length === 0 && <p className={styles.none}>{copy.countryNone}</p>}
      <span className="visually-hidden" role="status">
        {isOpen && isSearching ? copy.countryFound(options.length) : ''}
      </span>
    </div>
  );
}
