import { type SubmitEvent, useEffect, useState } from 'react';
import { signIn } from '#contracts/accounts.ts';
import { limits } from '#contracts/limits.ts';
import { call, messageOf } from '../../browser/api.ts';
import { paths } from '../../browser/paths.ts';
import { startSession } from '../../browser/session.ts';
import { toastError } from '../../browser/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/fields/PasswordField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { accountsCopy as copy } from './accounts.copy.ts';

/**
 * The sign-in form; success starts a session, which the page observes. `initialEmail` fills the email field;
 * a new `key` resets the form.
 */
export function SignIn(props: { initialEmail: string }) {
  const [email, setEmail] = useState(props.initialEmail);
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isIncomplete, setIncomplete] = useState(false);

  useEffect(() => {
    if (props.initialEmail) setEmail(props.initialEmail);
  }, [props.initialEmail]);

  const showError = (message: string) => {
    setProblem(message);
    toastError(message);
  };

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const body = { email, password };
    const checked = signIn.body.safeParse(body);
    setIncomplete(!checked.success);
    if (!checked.success) {
      document.getElementById(email.trim() ? 'sign-in-password' : 'sign-in-email')?.focus();
      return showError(checked.error.issues[0]?.message ?? copy.signInFailed);
    }
    setProblem(undefined);
    setBusy(true);
    try {
      const { data } = await call(signIn, { body }, { timeoutMs: limits.signInTimeoutMs });
      startSession(data);
    } catch (error) {
      setBusy(false);
      showError(messageOf(error, copy.signInFailed));
    }
  };

  const missing = (value: string) => (isIncomplete && !value.trim() ? problem : undefined);

  return (
    <form className="stack" method="post" noValidate onSubmit={submit}>
      <TextField
        id="sign-in-email"
        label={copy.email}
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        error={missing(email)}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        id="sign-in-password"
        label={copy.password}
        name="password"
        autoComplete="current-password"
        value={password}
        error={missing(password)}
        onChange={(event) => setPassword(event.target.value)}
      />
      <p className="small">
        <a href={paths.forgotPassword}>{copy.forgot}</a>
      </p>
      <Problem text={isIncomplete ? undefined : problem} />
      <Button type="submit" isWide isBusy={isBusy} busyLabel={copy.signingIn}>
        {copy.signIn}
      </Button>
    </form>
  );
}
