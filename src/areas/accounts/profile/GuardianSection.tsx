import { changeGuardian } from '#contracts/accounts/guardians.ts';
import type { Profile } from '#contracts/accounts/profile.ts';
import { call } from '../../../browser/api.ts';
import { toastSuccess } from '../../../browser/toast.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useContractForm } from '../../../ui/fields/use-contract-form.ts';
import { Problem } from '../../../ui/Problem.tsx';
import { profileCopy } from './profile.copy.ts';
import styles from './profile.module.css';
import { Section } from './Section.tsx';

const copy = profileCopy.guardian;

/** The guardian of a learner under 18: whether they have agreed, and the form that sends the link again. */
export function GuardianSection(props: { guardian: NonNullable<Profile['guardian']>; onChange: () => void }) {
  const { email, hasAgreed } = props.guardian;
  return (
    <Section heading={copy.heading}>
      <div className={styles.fact}>
        <p>
          <span className="small soft">{copy.current}</span>
          <strong translate="no">{email}</strong>
        </p>
        <Badge kind={hasAgreed ? 'good' : 'wait'}>{hasAgreed ? copy.agreed : copy.waiting}</Badge>
      </div>
      <p>{hasAgreed ? copy.agreedText : copy.waitingText}</p>
      {!hasAgreed && <GuardianForm email={email} onChange={props.onChange} />}
    </Section>
  );
}

function GuardianForm({ email, onChange }: { email: string; onChange: () => void }) {
  const form = useContractForm({
    id: 'guardian',
    names: ['guardianEmail'],
    schema: changeGuardian.body,
    initial: { guardianEmail: email },
    isShort: true,
  });
  const send = form.submit({
    failed: profileCopy.notSaved,
    send: async (body) => {
      const { message } = await call(changeGuardian, { body });
      toastSuccess(message);
      onChange();
    },
  });
  return (
    <form className="stack" method="post" noValidate onSubmit={send}>
      <TextField {...form.field('guardianEmail')} label={copy.email} type="email" autoComplete="off" />
      <Problem text={form.problem} />
      <div className="row row-fill">
        <Button type="submit" kind="quiet" isBusy={form.isSubmitting} busyLabel={copy.submitting}>
          {copy.submit}
        </Button>
      </div>
    </form>
  );
}
