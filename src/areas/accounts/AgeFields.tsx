import type { ComponentProps } from 'react';
import { adultAge } from '#contracts/accounts/guardians.ts';
import { serverNow } from '../../browser/server-clock.ts';
import { TextField } from '../../ui/fields/Field.tsx';
import { accountsCopy as copy } from './accounts.copy.ts';

type Name = 'dateOfBirth' | 'guardianEmail';

/** The date of birth, which stays in the browser, and for a learner under 18 the address of a guardian. */
export function AgeFields(props: {
  field: (name: Name) => Pick<ComponentProps<typeof TextField>, 'id' | 'error'>;
  values: Record<Name | 'role', string>;
}) {
  const isMinor = isMinorLearner(props.values);
  return (
    <>
      <TextField
        {...props.field('dateOfBirth')}
        label={copy.dateOfBirth}
        hint={copy.dateOfBirthHint}
        type="date"
        autoComplete="bday"
      />
      {isMinor && (
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

/** Returns whether the form is that of a learner under 18. */
export const isMinorLearner = (values: Record<Name | 'role', string>): boolean =>
  readAge(values).isAdult === false && values.role !== 'sponsor';

/**
 * Returns the values that are sent instead of the date of birth: whether the person is an adult, and otherwise the
 * first day of the month after the 18th birthday. `dateOfBirth` is the value of a date field, such as `2011-05-30`; an
 * empty or impossible date says nothing.
 */
export function readAge(
  { dateOfBirth, guardianEmail }: Record<Name, string>,
  today = new Date(serverNow()),
): { isAdult?: boolean; guardianEmail?: string; adultFrom?: string } {
  const [year = 0, month = 0, day = 0] = dateOfBirth.split('-').map(Number);
  if (!year || !month || !day) return {};
  const birthday = [year + adultAge, month, day] as const;
  const now = [today.getFullYear(), today.getMonth() + 1, today.getDate()] as const;
  const differing = birthday.findIndex((part, at) => part !== now[at]);
  const isAdult = differing === -1 || (birthday[differing] ?? 0) < (now[differing] ?? 0);
  if (isAdult) return { isAdult };
  const adultFrom = new Date(Date.UTC(year + adultAge, month, 1)).toISOString().slice(0, 10);
  return { isAdult, adultFrom, ...(guardianEmail && { guardianEmail }) };
}
