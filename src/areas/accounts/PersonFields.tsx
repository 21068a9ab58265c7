import type { ComponentProps } from 'react';
import { genders } from '#contracts/accounts.ts';
import type { Country } from '#contracts/countries.ts';
import { Select } from '../../ui/fields/Select.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { accountsCopy as copy } from './accounts.copy.ts';
import { CountryField } from './CountryField.tsx';

type Name = 'phoneNumber' | 'country' | 'gender';
type Control = Pick<ComponentProps<typeof TextField>, 'id' | 'error'>;

interface PersonFieldsProps {
  /** Registers a control with the form. */
  field: (name: Name) => Control;
  country: string | undefined;
  onCountry: (chosen: Country) => void;
  onCountryLeft: () => void;
}

/** The fields for phone, country and gender, shared by all forms about a person. */
export function PersonFields({ field, country, onCountry, onCountryLeft }: PersonFieldsProps) {
  const { id, error } = field('country');
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
        <CountryField
          id={id}
          value={country ?? ''}
          error={error}
          onChange={(chosen) => onCountry(chosen as Country)}
          onBlur={onCountryLeft}
        />
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
