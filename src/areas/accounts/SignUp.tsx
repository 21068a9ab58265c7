import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { genders, goals, onboard, profilePictureFile, SignUpFormSchema } from '#contracts/accounts.ts';
import { countries, defaultCountry } from '#contracts/countries.ts';
import { limits } from '#contracts/limits.ts';
import { ApiError, call, messageOf } from '../../browser/api.ts';
import { paths } from '../../browser/paths.ts';
import { toastError, toastSuccess } from '../../browser/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { controlId, messageAt, problemsOf } from '../../ui/form-problems.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { accountsCopy as copy } from './accounts.copy.ts';
import { checkFile } from './check-file.ts';
import { PictureField } from './PictureField.tsx';

type Typed = z.input<typeof SignUpFormSchema>;
type Filled = z.output<typeof SignUpFormSchema>;

const form = 'sign-up';
const order = [
  'role',
  'firstName',
  'lastName',
  'email',
  'phoneNumber',
  'country',
  'gender',
  'profilePicture',
  'password',
  'confirmPassword',
] as const;
type Name = Exclude<(typeof order)[number], 'profilePicture'>;

const isName = (name: string): name is Name =>
  name !== 'profilePicture' && order.some((known) => known === name);

/** The sign-up form. Success hands the new e-mail over and leaves the form empty. */
export function SignUp(props: { onDone: (email: string) => void }) {
  const { register, handleSubmit, reset, setError, watch, formState } = useForm<Typed, unknown, Filled>({
    resolver: standardSchemaResolver(SignUpFormSchema),
    defaultValues: { country: defaultCountry, password: '', confirmPassword: '' },
    mode: 'onTouched',
    shouldFocusError: false,
  });
  const [picture, setPicture] = useState<File>();
  const [pictureError, setPictureError] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const [generation, setGeneration] = useState(0);
  const { errors, isSubmitting } = formState;

  const [password, confirmPassword] = watch(['password', 'confirmPassword']);
  const differ = password !== confirmPassword;
  const fieldErrors = { ...errors, profilePicture: { message: pictureError } };

  const field = (name: Name) => ({
    ...register(name),
    id: controlId(form, name),
    error: messageAt(errors, name),
  });

  const refuse = (message: string) => {
    setAttempt((count) => count + 1);
    toastError(message);
  };

  const pickPicture = (picked: File | undefined) => {
    const problem = picked ? checkFile(profilePictureFile, picked) : undefined;
    setPictureError(problem);
    setPicture(problem ? undefined : picked);
    if (problem) toastError(problem);
    return !problem;
  };

  const send = handleSubmit(
    async (filled) => {
      const missing = checkFile(profilePictureFile, picture);
      setPictureError(missing);
      if (missing || !picture) return refuse(copy.fillAll);
      const { firstName, lastName, confirmPassword: _, ...rest } = filled;
      const body = { ...rest, fullName: `${firstName} ${lastName}` };
      try {
        const { message } = await call(
          onboard,
          { body, file: picture },
          { timeoutMs: limits.signUpTimeoutMs },
        );
        toastSuccess(message);
        reset();
        setPicture(undefined);
        setAttempt(0);
        setGeneration((count) => count + 1);
        props.onDone(filled.email);
      } catch (error) {
        const refused = error instanceof ApiError ? Object.entries(error.errors) : [];
        for (const [name, text] of refused) {
          if (name === 'profilePicture') setPictureError(text);
          else if (name === 'fullName') setError('firstName', { message: text });
          else if (isName(name)) setError(name, { message: text });
        }
        refuse(messageOf(error, copy.signUpFailed));
      }
    },
    () => {
      setPictureError(checkFile(profilePictureFile, picture));
      refuse(copy.fillAll);
    },
  );

  return (
    <form className="stack" noValidate onSubmit={send} key={generation}>
      <ErrorSummary title={copy.problems} problems={problemsOf(form, order, fieldErrors)} attempt={attempt} />
      <RadioCards
        {...field('role')}
        label={copy.goal}
        options={Object.entries(goals).map(([value, text]) => ({ value, text }))}
      />
      <div className="fields-2">
        <TextField {...field('firstName')} label={copy.firstName} autoComplete="given-name" />
        <TextField {...field('lastName')} label={copy.lastName} autoComplete="family-name" />
      </div>
      <TextField {...field('email')} label={copy.email} type="email" autoComplete="email" />
      <TextField
        {...field('phoneNumber')}
        label={copy.phone}
        hint={copy.phoneHint}
        type="tel"
        autoComplete="tel"
      />
      <div className="fields-2">
        <Select
          {...field('country')}
          label={copy.country}
          autoComplete="country-name"
          options={countries.map((country) => [country, country] as const)}
        />
        <Select
          {...field('gender')}
          label={copy.gender}
          placeholder={copy.genderPlaceholder}
          autoComplete="sex"
          options={Object.entries(genders)}
        />
      </div>
      <TextField
        id={controlId(form, 'dateOfBirth')}
        label={copy.dateOfBirth}
        hint={copy.dateOfBirthHint}
        type="date"
        autoComplete="bday"
      />
      <PictureField
        id={controlId(form, 'profilePicture')}
        picture={picture}
        error={pictureError}
        onPick={pickPicture}
      />
      <div className="fields-2">
        <PasswordField
          {...field('password')}
          label={copy.password}
          hint={copy.passwordHint}
          autoComplete="new-password"
        />
        <PasswordField
          {...field('confirmPassword')}
          label={copy.confirmPassword}
          autoComplete="new-password"
          error={differ && confirmPassword ? copy.mismatch : messageAt(errors, 'confirmPassword')}
        />
      </div>
      <Checkbox>
        {copy.terms[0]}
        <a href={paths.terms}>{copy.terms[1]}</a>
        {copy.terms[2]}
      </Checkbox>
      <Button type="submit" isWide isBusy={isSubmitting} busyLabel={copy.signingUp} isDisabled={differ}>
        {copy.signUp}
      </Button>
    </form>
  );
}
