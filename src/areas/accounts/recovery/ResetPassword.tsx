import { useState } from 'react';
import { resetPassword } from '#contracts/accounts/recovery.ts';
import { ApiError, call } from '../../../browser/api.ts';
import { clearLinkToken } from '../../../browser/link-token.ts';
import { paths } from '../../../browser/paths.ts';
import { endSession } from '../../../browser/session.ts';
import { Button, LinkButton } from '../../../ui/Button.tsx';
import { ErrorSummary } from '../../../ui/fields/ErrorSummary.tsx';
import { useContractForm } from '../../../ui/fields/use-contract-form.ts';
import { Notice, Problem } from '../../../ui/Notice.tsx';
import { useLinkToken } from '../../../ui/use-link-token.ts';
import { NewPasswordFields } from '../NewPasswordFields.tsx';
import { storeSignInNote } from '../sign-in-note.ts';
import { recoveryCopy } from './recovery.copy.ts';

const loadSchema = async () => (await import('../passwords.schema.ts')).ResetFormSchema;

const copy = recoveryCopy.reset;

/** Sets a new password with the mail link. Success leads to sign-in, because all sessions have ended. */
export function ResetPassword() {
  const token = useLinkToken();
  const [rejected, setRejected] = useState<string>();
  const expired = token === '' ? copy.expired : rejected;
  const form = useContractForm({
    id: 'reset',
    loadSchema,
    initial: { password: '', confirmPassword: '' },
  });

  const send = form.submit({
    incomplete: copy.incomplete,
    failed: copy.failed,
    send: async ({ password }) => {
      if (!token) return;
      try {
        const { message } = await call(resetPassword, { body: { token, password } });
        storeSignInNote({ kind: 'good', text: message });
      } catch (error) {
        if (!isAboutLink(error)) throw error;
        return setRejected(error.message || copy.expired);
      }
      clearLinkToken();
      endSession(paths.auth);
    },
  });

  if (expired) {
    return (
      <div className="card stack">
        <Notice kind="warn">
          <p role="alert">{expired}</p>
        </Notice>
        <div className="row row-fill">
          <LinkButton href={paths.forgotPassword} text={copy.another} />
        </div>
      </div>
    );
  }
  return (
    <form className="card stack" method="dialog" noValidate onSubmit={send}>
      <ErrorSummary problems={form.problems} attempt={form.attempt} />
      <NewPasswordFields
        labels={[copy.password, copy.confirm]}
        password={form.field('password')}
        confirm={form.field('confirmPassword')}
      />
      <Problem text={form.problem} />
      <Button
        type="submit"
        isWide
        text={copy.submit}
        isDisabled={form.values.password !== form.values.confirmPassword}
        busy={form.isSubmitting && copy.submitting}
      />
    </form>
  );
}

/** Returns whether the server rejected the link rather than the password; then a retry cannot succeed. */
function isAboutLink(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.errors.password) return false;
  return error.errors.token !== undefined || [400, 401, 404, 409, 410, 422].includes(error.status);
}
