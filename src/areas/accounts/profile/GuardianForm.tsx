import { changeGuardian } from '#contracts/accounts/guardians.ts';
import { call } from '../../../browser/api.ts';
import { toastSuccess } from '../../../browser/toast.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { useContractForm } from '../../../ui/fields/use-contract-form.ts';
import { Problem } from '../../../ui/Notice.tsx';
import { profileCopy } from './profile.copy.ts';

const loadSchema = async () => (await import('#contracts/accounts/guardians.ts')).GuardianChangeSchema;

const guardianCopy = profileCopy.guardian;

/** The form that names another guardian, or sends the link again. */
export function GuardianForm({ email, onChange }: { email: string; onChange: () => void }) {
  const form = useContractForm({
    id: 'guardian',
    loadSchema,
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
      <TextField
        {...form.field('guardianEmail')}
        label={guardianCopy.email}
        type="email"
        autoComplete="off"
      />
      <Problem text={form.problem} />
      <div className="row row-fill">
        <Button
          type="submit"
          kind="quiet"
          text={guardianCopy.submit}
          busy={form.isSubmitting && guardianCopy.submitting}
        />
      </div>
    </form>
  );
}
