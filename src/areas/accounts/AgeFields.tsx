import type { ComponentProps } from 'react';
import { TextField } from '../../ui/fields/TextField.tsx';
import { accountsCopy as copy } from './accounts.copy.ts';

type Name = 'dateOfBirth' | 'guardianEmail';

/** The date of birth, which stays in the browser, and for a person under 18 the address of a guardian. */
export function AgeFields(props: {
  /** Registers a control with the form. */
  field: (name: Name) => Pick<ComponentProps<typeof TextField>, 'id' | 'error'>;
  isMinor: boolean;
}) {
  return (
    <>
      <TextField
        {...props.field('dateOfBirth')}
        label={copy.dateOfBirth}
        hint={copy.dateOfBirthHint}
        type="date"
        autoComplete="bday"
      />
      {props.isMinor && (
        <TextField
          {...props.field('guardianEmail')}
          label={copy.guardian}
          hint={copy.guardianHint}
          type="email"
          autoComplete="off"
        />
      )}
    </>
  );
}
