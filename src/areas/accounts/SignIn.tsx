import { type ReactNode, useEffect, useState } from 'react';
import { signIn } from '#contracts/accounts/sign-in.ts';
import { limits } from '#contracts/limits.ts';
import { call } from '../../browser/api.ts';
import { paths } from '../../browser/paths.ts';
import { startSession } from '../../browser/session.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField, TextField } from '../../ui/fields/Field.tsx';
import { useContractForm } from '../../ui/fields/use-contract-form.ts';
import { Problem } from '../../ui/Notice.tsx';
import { accountsCopy as copy } from './accounts.copy.ts';

const loadSchema = async () => (await import('#contracts/accounts/sign-in.ts')).SignInSchema;

/**
 * The sign-in form with the choice `keep` beside it; success starts a session, which the page observes. `initialEmail` fills the email field;
 * a new `key` resets the form.
 */
export function SignIn(props: { initialEmail: string; isKept: boolean; keep: ReactNode }) {
  const { initialEmail, isKept } = props;
  const form = useContractForm({
    id: 'sign-in',
    loadSchema,
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
      const sent = { body: { ...body, keepSignedIn: isKept } };
      const { data } = await call(signIn, sent, { timeoutMs: limits.signInTimeoutMs });
      setDone(true);
      startSession(data, isKept);
    },
  });

  return (
    <form className="stack" method="dialog" noValidate onSubmit={send}>
      <TextField {...form.field('email')} label={copy.email} type="email" autoComplete="username" />
      <PasswordField {...form.field('password')} label={copy.password} autoComplete="current-password" />
      <p className="small">
        <a href={paths.forgotPassword}>{copy.forgot}</a>
      </p>
      {props.keep}
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
