import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { countryName } from '#contracts/accounts/countries.ts';
import { genders } from '#contracts/accounts/person.ts';
import { loadPart } from '../../browser/load-part.ts';
import { Combobox } from '../../ui/fields/Combobox.tsx';
import { Select, TextField } from '../../ui/fields/Field.tsx';
import { accountsCopy as copy } from './accounts.copy.ts';
import { countriesFor, findCountries, findCountryByName, preselectedCountry } from './find-countries.ts';

type Name = 'phoneNumber' | 'country' | 'gender';
type Control = Pick<ComponentProps<typeof TextField>, 'id' | 'error'> & { value: string; onBlur: () => void };

interface PersonFieldsProps {
  field: (name: Name) => Control;
  set: (name: 'country', country: string) => void;
  /** Learners choose from fewer countries. */
  role: string;
  /** Follows role and region of the browser until a country is chosen. */
  preselects?: boolean;
}

/** The fields for phone, country and gender, shared by all forms about a person. */
export function PersonFields({ field, set, role, preselects = false }: PersonFieldsProps) {
  const isUntouched = useRef(preselects);
  useEffect(() => {
    if (isUntouched.current && role) set('country', preselectedCountry(role));
  }, [role, set]);
  const { id, error, value, onBlur } = field('country');
  const onChange = (country: string) => {
    isUntouched.current = false;
    set('country', country);
  };
  return (
    <>
      <PhoneField {...field('phoneNumber')} country={value} />
      <div className="fields-2">
        <CountryField id={id} value={value} error={error} role={role} onChange={onChange} onBlur={onBlur} />
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

const loadHints = () => loadPart(() => import('./phone-hint.ts'));

/** The field of the phone number. Its tables of all countries' numbers are loaded when it is used. */
function PhoneField({ country, ...control }: Control & { country: string }) {
  const [hints, setHints] = useState<Awaited<ReturnType<typeof loadHints>>>();
  // Without the tables the first hint stays; the server checks the number in any case.
  const load = () => void loadHints().then(setHints, () => undefined);
  return (
    <TextField
      {...control}
      label={copy.phone}
      hint={hints?.phoneHint(control.value, country) ?? copy.phoneHint}
      type="tel"
      autoComplete="tel"
      onFocus={load}
    />
  );
}

/** A combobox of the countries that the role can choose. */
function CountryField({
  id,
  value,
  error,
  role,
  onChange,
  onBlur,
}: Control & { role: string; onChange: (country: string) => void }) {
  const [text, setText] = useState(() => countryName(value));
  const [isSearching, setSearching] = useState(false);
  const countries = countriesFor(role);
  const names = findCountries(countries, isSearching ? text : '').map(({ name }) => name);

  // Follow a value set from outside, such as a restored draft or a server response.
  useEffect(() => {
    if (value)
      setText((now) => (findCountryByName(countries, now)?.value === value ? now : countryName(value)));
  }, [countries, value]);

  const type = (typed: string) => {
    setText(typed);
    setSearching(typed.trim() !== '');
    onChange(findCountryByName(countries, typed)?.value ?? '');
  };

  const choose = (name: string) => {
    type(name);
    setSearching(false);
  };

  const leave = () => {
    const match = findCountryByName(countries, text)?.name ?? (names.length === 1 ? names[0] : undefined);
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
      options={names}
      listLabel={copy.countries}
      announcement={isSearching ? copy.countryFound(names.length) : ''}
      none={role === 'learner' ? copy.countryNoneForLearner : copy.countryNone}
      marksFirst
      markedAtFirst={isSearching ? 0 : names.indexOf(countryName(value))}
      onType={type}
      onChoose={choose}
      onFocus={(input) => input.select()}
      onLeave={leave}
    />
  );
}
