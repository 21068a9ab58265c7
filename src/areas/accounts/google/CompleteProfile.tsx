import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { goals, SignUpFormSchema } from '#contracts/accounts.ts';
import { defaultCountry } from '#contracts/countries.ts';
import { finalizeGoogle } from '#contracts/google.ts';
import { limits } from '#contracts/limits.ts';
import { call } from '../../../browser/api.ts';
import { paths } from '../../../browser/paths.ts';
import { startSession } from '../../../browser/session.ts';
import { toastSuccess } from '../../../browser/toast.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ErrorSummary } from '../../../ui/fields/ErrorSummary.tsx';
import { RadioCards } from '../../../ui/fields/RadioCards.tsx';
import { accountsCopy } from '../accounts.copy.ts';
import { PersonFields } from '../PersonFields.tsx';
import { useContractForm } from '../use-contract-form.ts';
import { googleCopy } from './google.copy.ts';
import styles from './google.module.css';
import { googlePicture } from './google-picture.ts';
import {
  clearRegistration,
  readRegistration,
  type StoredRegistration,
  storeRegistrationInput,
} from './pending-registration.ts';

// Specific messages per field instead of the one that the contract shares between fields.
const FormSchema = z.extend(finalizeGoogle.body, {
  gender: SignUpFormSchema.shape.gender,
  role: SignUpFormSchema.shape.role,
});
type FormInput = z.input<typeof FormSchema>;
type FormOutput = z.output<typeof FormSchema>;

const copy = googleCopy.complete;
const id = 'complete';
const names = ['role', 'phoneNumber', 'country', 'gender'] as const;
const redirectDelayMs = 900;

/** Completes a registration that began with Google; redirects to sign-in without a stored one. */
export function CompleteProfile() {
  const [kept] = useState(readRegistration);
  useEffect(() => {
    if (!kept) location.replace(paths.auth);
  }, [kept]);
  return kept ? <Registration {...kept} /> : null;
}

function Registration({ newcomer, typed }: StoredRegistration) {
  const form = useContractForm<FormInput, FormOutput>({
    id,
    names,
    resolver: standardSchemaResolver(FormSchema),
    defaults: { country: defaultCountry, phoneNumber: '', ...(typed as Partial<FormInput>), ...newcomer },
  });
  const [isDone, setDone] = useState(false);
  const [role, phoneNumber, country, gender] = form.watch(names);

  useEffect(() => {
    if (isDone) return;
    storeRegistrationInput({
      role: role ?? '',
      phoneNumber: phoneNumber ?? '',
      country: country ?? '',
      gender: gender ?? '',
    });
  }, [isDone, role, phoneNumber, country, gender]);

  const send = form.submit({
    incomplete: copy.required,
    failed: copy.failed,
    send: async (values) => {
      const { data } = await call(finalizeGoogle, { body: values }, { timeoutMs: limits.signUpTimeoutMs });
      setDone(true);
      clearRegistration();
      toastSuccess(copy.done);
      startSession(data);
      setTimeout(() => location.assign(paths.dashboard), redirectDelayMs);
    },
  });

  return (
    <form className="card stack" method="post" noValidate onSubmit={send}>
      <div className={styles.person}>
        <Avatar name={newcomer.fullName} picture={googlePicture(newcomer.profilePictureUrl)} isLarge />
        <div>
          <p className="small soft">{copy.from}</p>
          <p className={styles.name}>{newcomer.fullName}</p>
          <p>{newcomer.email}</p>
          <p className="small">
            {copy.notYou} <a href={paths.auth}>{copy.other}</a>
          </p>
        </div>
      </div>
      <ErrorSummary title={copy.required} problems={form.problems} attempt={form.attempt} />
      <RadioCards
        {...form.field('role')}
        label={accountsCopy.goal}
        options={Object.entries(goals).map(([value, text]) => ({ value, text }))}
      />
      <PersonFields
        field={form.field}
        country={country}
        onCountry={(chosen) => form.setValue('country', chosen)}
        onCountryLeft={() => void form.trigger('country')}
      />
      {form.problem && (
        <div className="notice notice-warn" role="alert">
          <p>{form.problem}</p>
          <p>
            <a href={paths.auth}>{copy.back}</a>
          </p>
        </div>
      )}
      <p role="status" className="notice" hidden={!isDone}>
        {isDone && copy.done}
      </p>
      <Button type="submit" isWide isBusy={form.isSubmitting || isDone} busyLabel={copy.submitting}>
        {copy.submit}
      </Button>
    </form>
  );
}
