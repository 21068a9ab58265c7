import type { Profile } from '#contracts/accounts/profile.ts';
import { changeProfile } from '#contracts/accounts/profile-changes.ts';
import { call } from '../../../browser/api.ts';
import { toastSuccess } from '../../../browser/toast.ts';
import { Button } from '../../../ui/Button.tsx';
import { Badge } from '../../../ui/Facts.tsx';
import { ErrorSummary } from '../../../ui/fields/ErrorSummary.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { useContractForm } from '../../../ui/fields/use-contract-form.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { Problem } from '../../../ui/Notice.tsx';
import { PersonFields } from '../PersonFields.tsx';
import { profileCopy } from './profile.copy.ts';
import styles from './profile.module.css';
import { Section } from './Section.tsx';

const loadSchema = async () => (await import('#contracts/accounts/profile-changes.ts')).ProfileFormSchema;

const { details, guardian: guardianCopy } = profileCopy;

// Few learners have one to name.
const GuardianForm = lazyComponent(
  async () => (await import('./GuardianForm.tsx')).GuardianForm,
  undefined,
  () => <div className={`skeleton ${styles.guardianForm}`} />,
);

/** The form for name, phone, country and gender. */
export function DetailsSection(props: { profile: Profile; onChange: (profile: Profile) => void }) {
  const { profile } = props;
  const { fullName, phoneNumber, country, gender } = profile;
  const known = { fullName, phoneNumber: phoneNumber ?? '', country: country ?? '', gender: gender ?? '' };
  const form = useContractForm({ id: 'profile', loadSchema, initial: known });

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
    <Section heading={details.heading}>
      <form className="stack" method="post" noValidate onSubmit={send}>
        <ErrorSummary problems={form.problems} attempt={form.attempt} />
        <TextField {...form.field('fullName')} label={details.name} autoComplete="name" />
        <PersonFields field={form.field} set={form.set} role={profile.role} />
        <p className="small soft">{details.private}</p>
        <Problem text={form.problem} />
        <div className="row row-fill">
          <Button type="submit" text={details.submit} busy={form.isSubmitting && profileCopy.saving} />
        </div>
      </form>
    </Section>
  );
}

/** The guardian of a learner under 18: whether they have agreed, and the form that sends the link again. */
export function GuardianSection(props: { guardian: NonNullable<Profile['guardian']>; onChange: () => void }) {
  const { email, hasAgreed, hasRefused } = props.guardian;
  const state = hasAgreed ? 'agreed' : hasRefused ? 'refused' : 'waiting';
  return (
    <Section heading={guardianCopy.heading}>
      <div className={styles.fact}>
        <p>
          <span className="small soft">{guardianCopy.current}</span>
          <strong translate="no">{email}</strong>
        </p>
        <Badge kind={hasAgreed ? 'good' : 'wait'}>{guardianCopy.badges[state]}</Badge>
      </div>
      <p>{guardianCopy.texts[state]}</p>
      {!hasAgreed && <GuardianForm email={email} onChange={props.onChange} />}
    </Section>
  );
}
