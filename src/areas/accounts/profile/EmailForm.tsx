import type { changeEmail } from '#contracts/accounts/profile-changes.ts';
import type { Sent } from '#contracts/endpoint.ts';
import { TextField } from '../../../ui/fields/Field.tsx';
import { AccountForm } from './AccountForm.tsx';
import { profileCopy } from './profile.copy.ts';

const copy = profileCopy.email;
const loadSchema = async () => (await import('#contracts/accounts/profile-changes.ts')).EmailChangeSchema;

interface EmailFormProps {
  email: string;
  /** What was typed before the person had to confirm who they are. */
  typed: string;
  onSend: (body: Sent<typeof changeEmail>['body']) => Promise<void>;
  onCancel: () => void;
}

/** The new sign-in address. */
export function EmailForm({ email, typed, onSend, onCancel }: EmailFormProps) {
  return (
    <AccountForm
      id="email"
      email={email}
      loadSchema={loadSchema}
      initial={{ newEmail: typed }}
      copy={copy}
      send={onSend}
      onCancel={onCancel}
    >
      {(form) => (
        <>
          <TextField
            {...form.field('newEmail')}
            label={copy.newEmail}
            type="email"
            autoComplete="email"
            // The user just opened this form.
            autoFocus
          />
          <p className="small soft">{copy.told}</p>
        </>
      )}
    </AccountForm>
  );
}
