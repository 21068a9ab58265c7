import { useEffect, useState } from 'react';
import type { Country } from '#contracts/accounts/countries.ts';
import { Combobox } from '../../ui/fields/Combobox.tsx';
import { accountsCopy as copy } from './accounts.copy.ts';
import { findCountries, findCountryByName } from './find-countries.ts';

interface CountryFieldProps {
  id: string;
  /** The selected country, or an empty string. */
  value: string;
  error: string | undefined;
  onChange: (country: Country | '') => void;
  onBlur: () => void;
}

/** A combobox of the 54 African countries. */
export function CountryField({ id, value, error, onChange, onBlur }: CountryFieldProps) {
  const [text, setText] = useState(value);
  const [isSearching, setSearching] = useState(false);
  const options = findCountries(isSearching ? text : '');

  // Follow a value set from outside, such as a restored draft or a server response.
  useEffect(() => {
    if (value) setText((now) => (findCountryByName(now) === value ? now : value));
  }, [value]);

  const choose = (country: string) => {
    setText(country);
    setSearching(false);
    onChange(country as Country);
  };

  const type = (typed: string) => {
    setText(typed);
    setSearching(typed.trim() !== '');
    onChange(findCountryByName(typed) ?? '');
  };

  const leave = () => {
    const match = findCountryByName(text) ?? (options.length === 1 ? options[0] : undefined);
    if (isSearching && match) choose(match);
    onBlur();
  };

  return (
    <Combobox
      id={id}
      name="country"
      label={copy.country}
      hint={copy.countryHint}
      error={error}
      autoComplete="country-name"
      text={text}
      options={options}
      listLabel={copy.countries}
      found={isSearching ? copy.countryFound(options.length) : ''}
      none={copy.countryNone}
      marksFirst
      markedAtFirst={isSearching ? 0 : options.indexOf(value as Country)}
      onType={type}
      onChoose={choose}
      onFocus={(input) => input.select()}
      onLeave={leave}
    />
  );
}
