import { type ComponentProps, useEffect, useState } from 'react';
import { genders } from '#contracts/accounts/accounts.ts';
import { type Country, countries } from '#contracts/accounts/countries.ts';
import { Combobox } from '../../ui/fields/Combobox.tsx';
import { Select, TextField } from '../../ui/fields/Field.tsx';
import { accountsCopy as copy } from './accounts.copy.ts';

type Name = 'phoneNumber' | 'country' | 'gender';
type Control = Pick<ComponentProps<typeof TextField>, 'id' | 'error'> & { value: string; onBlur: () => void };

interface PersonFieldsProps {
  field: (name: Name) => Control;
  onCountry: (chosen: Country | '') => void;
}

/** The fields for phone, country and gender, shared by all forms about a person. */
export function PersonFields({ field, onCountry }: PersonFieldsProps) {
  const { id, error, value, onBlur } = field('country');
  return (
    <>
      <TextField
        {...field('phoneNumber')}
        label={copy.phone}
        hint={copy.phoneHint}
        type="tel"
        autoComplete="tel"
      />
      <div className="fields-2">
        <CountryField id={id} value={value} error={error} onChange={onCountry} onBlur={onBlur} />
        <Select
          {...field('gender')}
          label={copy.gender}
          placeholder={copy.genderPlaceholder}
          autoComplete="sex"
          options={Object.entries(genders)}
        />
      </div>
    </>
  );
}

/** A combobox of the 54 African countries. */
function CountryField({
  id,
  value,
  error,
  onChange,
  onBlur,
}: Control & { onChange: (country: Country | '') => void }) {
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
      announcement={isSearching ? copy.countryFound(options.length) : ''}
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

// Common names that are not in the list.
const otherNames: Partial<Record<Country, string>> = {
  'Cabo Verde': 'Cape Verde',
  "Côte d'Ivoire": 'Ivory Coast',
  'Democratic Republic of the Congo': 'DRC Congo-Kinshasa Zaire',
  Eswatini: 'Swaziland',
  'Republic of the Congo': 'Congo-Brazzaville',
  'South Africa': 'RSA',
  'Central African Republic': 'CAR',
};

const accents = /\p{M}/gu;
const betweenWords = /[\s'’-]+/u;

/**
 * Returns the countries whose name or alias contains a word starting with each typed word; best matches
 * first.
 * @internal Exported for its test.
 */
export function findCountries(typed: string): readonly Country[] {
  const text = plain(typed);
  const words = text.split(betweenWords).filter(Boolean);
  if (words.length === 0) return countries;
  const matches = countries.filter((country) => {
    const parts = plain(`${country} ${otherNames[country] ?? ''}`).split(betweenWords);
    return words.every((word) => parts.some((part) => part.startsWith(word)));
  });
  return matches.sort((a, b) => Number(plain(b).startsWith(text)) - Number(plain(a).startsWith(text)));
}

/**
 * Returns the country with this exact name or alias, ignoring case and accents.
 * @internal Exported for its test.
 */
export function findCountryByName(typed: string): Country | undefined {
  const text = plain(typed);
  if (!text) return undefined;
  return countries.find((country) => plain(country) === text || plain(otherNames[country] ?? '') === text);
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(accents, '').replaceAll('’', "'").trim().toLowerCase();
}
