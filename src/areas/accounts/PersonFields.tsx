import type { ComponentProps } from 'react';
import { genders } from '#contracts/accounts/accounts.ts';
import type { Country } from '#contracts/accounts/countries.ts';
import { Select } from '../../ui/fields/Select.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { accountsCopy as copy } from './accounts.copy.ts';
import { CountryField } from './CountryField.tsx';

type Name = 'phoneNumber' | 'country' | 'gender';
type Control = Pick<ComponentProps<typeof TextField>, 'id' | 'error'> & { value: string; onBlur: () => void };

interface PersonFieldsProps {
  /** Registers a control with the form. */
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
