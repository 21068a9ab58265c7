import { useState } from 'react';
import { onboard } from '#contracts/accounts/accounts.ts';
import { defaultCountry } from '#contracts/accounts/countries.ts';
import { consentVersions } from '#contracts/accounts/guardians.ts';
import { goals, profilePictureFile } from '#contracts/accounts/person.ts';
import { limits } from '#contracts/limits.ts';
import { call } from '../../browser/api.ts';
import { paths } from '../../browser/paths.ts';
import { toastSuccess } from '../../browser/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { ErrorSummary } from '../../ui/fields/ErrorSummary.tsx';
import { RadioCards, TextField } from '../../ui/fields/Field.tsx';
import { controlId } from '../../ui/fields/form-values.ts';
import { useContractForm } from '../../ui/fields/use-contract-form.ts';
import { Problem } from '../../ui/Notice.tsx';
import { AgeFields, isMinorLearner, readAge } from './AgeFields.tsx';
import { accountsCopy as copy } from './accounts.copy.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { PersonFields } from './PersonFields.tsx';
import { PictureField } from './picture/PictureField.tsx';
import { usePicture } from './picture/use-picture.ts';

const loadSchema = async () => (await import('#contracts/accounts/accounts.ts')).SignUpFormSchema;

const id = 'sign-up';
const pictureId = controlId(id, 'profilePicture');
const initial = {
  role: '',
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
  country: defaultCountry as string,
  gender: '',
  password: '',
  confirmPassword: '',
  dateOfBirth: '',
  guardianEmail: '',
};

/** The sign-up form. Calls `onDone` with the new email address; the parent then resets the form. */
export function SignUp(props: { onDone: (email: string, message: string) => void }) {
  const form = useContractForm({
    id,
    loadSchema,
    initial,
    toInput: ({ dateOfBirth, guardianEmail, ...values }) => ({
      ...values,
      ...readAge({ dateOfBirth, guardianEmail }),
    }),
  });
  const picture = usePicture();
  const [hasRead, setRead] = useState(false);
  const { password, confirmPassword, email } = form.values;
  const needsPicture = !isMinorLearner(form.values);

  const send = form.submit({
    incomplete: copy.fillAll,
    failed: copy.signUpFailed,
    areOtherFieldsValid: () => {
      if (!needsPicture) return true;
      if (!picture.opened && !picture.problem) picture.setProblem(profilePictureFile.missing);
      return picture.opened !== undefined;
    },
    onServerErrors: (errors) => {
      if (errors.profilePicture) picture.setProblem(errors.profilePicture);
      const ageProblem = errors.isAdult ?? errors.adultFrom;
      if (ageProblem) form.setServerError('dateOfBirth', ageProblem);
      if (errors.fullName) form.setServerError('firstName', errors.fullName);
    },
    send: async ({ firstName, lastName, confirmPassword: _, ...rest }) => {
      const body = {
        ...rest,
        fullName: `${firstName} ${lastName}`,
        ...(hasRead && { termsVersion: consentVersions.terms }),
      };
      const file = (await picture.toFile()) ?? new Blob();
      picture.setSentPart(0);
      const options = { timeoutMs: limits.signUpTimeoutMs, onProgress: picture.setSentPart };
      const { message } = await call(onboard, { body, file }, options).finally(() =>
        picture.setSentPart(undefined),
      );
      toastSuccess(message);
      props.onDone(rest.email, message);
    },
  });

  const pictureProblem = needsPicture && picture.problem ? [{ id: pictureId, message: picture.problem }] : [];
  return (
    <form className="stack" method="dialog" noValidate onSubmit={send}>
      <ErrorSummary problems={[...form.problems, ...pictureProblem]} attempt={form.attempt} />
      <RadioCards
        {...form.field('role')}
        label={copy.goal}
        options={Object.entries(goals).map(([value, text]) => ({ value, text }))}
      />
      <div className="fields-2">
        <TextField {...form.field('firstName')} label={copy.firstName} autoComplete="given-name" />
        <TextField {...form.field('lastName')} label={copy.lastName} autoComplete="family-name" />
      </div>
      <TextField {...form.field('email')} label={copy.email} type="email" autoComplete="email" />
      <PersonFields field={form.field} set={form.set} role={form.values.role} preselects />
      <AgeFields field={form.field} values={form.values} />
      <NewPasswordFields
        labels={[copy.password, copy.confirmPassword]}
        password={form.field('password')}
        confirm={form.field('confirmPassword')}
        about={[email]}
      />
      {needsPicture && <PictureField id={pictureId} label={copy.picture} picture={picture} />}
      <Checkbox checked={hasRead} onChange={(event) => setRead(event.target.checked)}>
        {copy.terms[0]}
        <a href={paths.terms}>{copy.terms[1]}</a>
        {copy.terms[2]}
        <a href={paths.privacy}>{copy.terms[3]}</a>
        {copy.terms[4]}
      </Checkbox>
      <Problem text={form.problem} />
      <Button
        type="submit"
        isWide
        text={copy.signUp}
        isDisabled={password !== confirmPassword}
        busy={form.isSubmitting && copy.signingUp}
      />
    </form>
  );
}
