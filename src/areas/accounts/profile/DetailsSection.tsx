import { changeProfile, type Profile, ProfileFormSchema } from '#contracts/accounts/profile.ts';
import { call } from '../../../browser/api.ts';
import { toastSuccess } from '../../../browser/toast.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorSummary } from '../../../ui/fields/ErrorSummary.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useContractForm } from '../../../ui/fields/use-contract-form.ts';
import { Problem } from '../../../ui/Problem.tsx';
import { PersonFields } from '../PersonFields.tsx';
import { profileCopy } from './profile.copy.ts';
import { Section } from './Section.tsx';

const copy = profileCopy.details;
const id = 'profile';
const names = ['fullName', 'phoneNumber', 'country', 'gender'] as const;

/** The form for name, phone, country and gender. */
export function DetailsSection(props: { profile: Profile; onChange: (profile: Profile) => void }) {
  const { profile } = props;
  const { fullName, phoneNumber, country, gender } = profile;
  const known = { fullName, phoneNumber: phoneNumber ?? '', country: country ?? '', gender: gender ?? '' };
  const form = useContractForm({
    id,
    names,
    schema: ProfileFormSchema,
    initial: known,
  });

  const send = form.submit({
    incomplete: profileCopy.fillAll,
    failed: profileCopy.notSaved,
    send: async (values) => {
      const { message, data } = await call(changeProfile, { body: values });
      props.onChange(data);
      toastSuccess(message);
    },
  });

  return (
    <Section heading={copy.heading}>
      <form className="stack" method="post" noValidate onSubmit={send}>
        <ErrorSummary title={profileCopy.problems} problems={form.problems} attempt={form.attempt} />
        <TextField {...form.field('fullName')} label={copy.name} autoComplete="name" />
        <PersonFields field={form.field} onCountry={(chosen) => form.set('country', chosen)} />
        <p className="small soft">{copy.private}</p>
        <Problem text={form.problem} />
        <div className="row row-fill">
          <Button type="submit" isBusy={form.isSubmitting} busyLabel={profileCopy.saving}>
            {copy.submit}
          </Button>
        </div>
      </form>
    </Section>
  );
}
