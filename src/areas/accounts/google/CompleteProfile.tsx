import { useEffect, useState } from 'react';
import { defaultCountry } from '#contracts/accounts/countries.ts';
import { finalizeGoogle } from '#contracts/accounts/google.ts';
import { goals } from '#contracts/accounts/person.ts';
import { limits } from '#contracts/limits.ts';
import { call } from '../../../browser/api.ts';
import { paths, signInAgainPath } from '../../../browser/paths.ts';
import { startSession } from '../../../browser/session.ts';
import { toastSuccess } from '../../../browser/toast.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ErrorSummary } from '../../../ui/fields/ErrorSummary.tsx';
import { RadioCards } from '../../../ui/fields/Field.tsx';
import { useContractForm } from '../../../ui/fields/use-contract-form.ts';
import { AgeFields, readAge } from '../AgeFields.tsx';
import { accountsCopy } from '../accounts.copy.ts';
import accountStyles from '../accounts.module.css';
import { PersonFields } from '../PersonFields.tsx';
import { googleCopy } from './google.copy.ts';
import styles from './google.module.css';
import { readRegistration, type StoredRegistration, storeRegistrationInput } from './google-storage.ts';

const loadSchema = async () => (await import('./registration.schema.ts')).RegistrationFormSchema;

const copy = googleCopy.complete;
const redirectDelayMs = 900;

/** Completes a registration that began with Google; redirects to sign-in without a stored one. */
export function CompleteProfile() {
  const [kept] = useState(readRegistration);
  useEffect(() => {
    if (!kept) location.replace(paths.auth);
  }, [kept]);
  return kept ? <Registration {...kept} /> : null;
}

function Registration({ newcomer, typed, next, isKept }: StoredRegistration) {
  const form = useContractForm({
    id: 'complete',
    loadSchema,
    initial: {
      role: '',
      phoneNumber: '',
      country: defaultCountry as string,
      gender: '',
      ...typed,
      dateOfBirth: '',
      guardianEmail: '',
    },
    toInput: ({ dateOfBirth, guardianEmail, ...values }) => ({
      ...values,
      ...newcomer,
      keepSignedIn: isKept,
      ...readAge({ dateOfBirth, guardianEmail }),
    }),
  });
  const [isDone, setDone] = useState(false);
  const { values } = form;

  useEffect(() => {
    const { dateOfBirth: _, guardianEmail: __, ...kept } = values;
    if (!isDone) storeRegistrationInput(kept);
  }, [isDone, values]);

  const send = form.submit({
    incomplete: copy.required,
    failed: copy.failed,
    send: async (body) => {
      const { data } = await call(finalizeGoogle, { body }, { timeoutMs: limits.signUpTimeoutMs });
      setDone(true);
      toastSuccess(copy.done);
      startSession(data, isKept);
      setTimeout(() => location.assign(next), redirectDelayMs);
    },
  });

  return (
    <form className="card stack" method="post" noValidate onSubmit={send}>
      <div className={`${accountStyles.who} ${styles.person}`}>
        <Avatar name={newcomer.fullName} picture={googlePicture(newcomer.profilePictureUrl)} isLarge />
        <div>
          <p className="small soft">{copy.from}</p>
          <p className={accountStyles.name} translate="no">
            {newcomer.fullName}
          </p>
          <p translate="no">{newcomer.email}</p>
          <p className="small">
            {copy.notYou} <a href={signInAgainPath(next)}>{copy.other}</a>
          </p>
        </div>
      </div>
      <ErrorSummary title={copy.required} problems={form.problems} attempt={form.attempt} />
      <RadioCards
        {...form.field('role')}
        label={accountsCopy.goal}
        options={Object.entries(goals).map(([value, text]) => ({ value, text }))}
      />
      <PersonFields field={form.field} set={form.set} role={values.role} preselects={!typed.role} />
      <AgeFields field={form.field} values={values} />
      {form.problem && (
        <div className="notice notice-warn" role="alert">
          <p>{form.problem}</p>
          <p>
            <a href={signInAgainPath(next)}>{copy.back}</a>
          </p>
        </div>
      )}
      <p role="status" className="notice" hidden={!isDone}>
        {isDone && copy.done}
      </p>
      <Button
        type="submit"
        isWide
        text={copy.submit}
        busy={(form.isSubmitting || isDone) && copy.submitting}
      />
    </form>
  );
}

const pictureHost = 'https://lh3.googleusercontent.com/';

/**
 * Returns the picture of a Google account when Google hosts it: the only external host that the content
 * security policy allows.
 * @internal Exported for its test.
 */
export function googlePicture(url: string | null): { url: string } | null {
  return url?.startsWith(pictureHost) ? { url } : null;
}
