import { useEffect, useState } from 'react';
import { signIn } from '#contracts/accounts/accounts.ts';
import { limits } from '#contracts/limits.ts';
import { call } from '../../browser/api.ts';
import { paths } from '../../browser/paths.ts';
import { startSession } from '../../browser/session.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField, TextField } from '../../ui/fields/Field.tsx';
import { useContractForm } from '../../ui/fields/use-contract-form.ts';
import { Problem } from '../../ui/Notice.tsx';
import { accountsCopy as copy } from './accounts.copy.ts';

/**
 * The sign-in form; success starts a session, which the page observes. `initialEmail` fills the email field;
 * a new `key` resets the form.
 */
export function SignIn({ initialEmail }: { initialEmail: string }) {
  const form = useContractForm({
    id: 'sign-in',
    schema: signIn.body,
    initial: { email: initialEmail, password: '' },
    isShort: true,
  });
  const { set } = form;
  // The page redirects after sign-in; the button stays busy until then.
  const [isDone, setDone] = useState(false);

  useEffect(() => {
    if (initialEmail) set('email', initialEmail);
  }, [initialEmail, set]);

  const send = form.submit({
    failed: copy.signInFailed,
    send: async (body) => {
      const { data } = await call(signIn, { body }, { timeoutMs: limits.signInTimeoutMs });
      setDone(true);
      startSession(data);
    },
  });

  return (
    <form className="stack" method="post" noValidate onSubmit={send}>
      <TextField {...form.field('email')} label={copy.email} type="email" autoComplete="username" />
      <PasswordField {...form.field('password')} label={copy.password} autoComplete="current-password" />
      <p className="small">
        <a href={paths.forgotPassword}>{copy.forgot}</a>
      </p>
      <Problem text={form.problem} />
      <Button
        type="submit"
        isWide
        text={copy.signIn}
        busy={(form.isSubmitting || isDone) && copy.signingIn}
      />
    </form>
  );
}
