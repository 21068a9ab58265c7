import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { forgotPassword } from '#contracts/recovery.ts';
import { call, messageOf } from '../../../browser/api.ts';
import { paths } from '../../../browser/paths.ts';
import { toastError } from '../../../browser/toast.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { recoveryCopy } from './recovery.copy.ts';

const copy = recoveryCopy.forgot;
const fieldId = 'forgot-email';

/** Requests a password reset link. The response does not reveal whether the address is known. */
export function ForgotPassword() {
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const done = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (sentTo) done.current?.focus();
  }, [sentTo]);

  const showError = (message: string) => {
    setProblem(message);
    toastError(message);
    document.getElementById(fieldId)?.focus();
  };

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const body = { email };
    const checked = forgotPassword.body.safeParse(body);
    if (!checked.success) return showError(checked.error.issues[0]?.message ?? copy.failed);
    setProblem(undefined);
    setBusy(true);
    try {
      await call(forgotPassword, { body });
      setSentTo(checked.data.email);
    } catch (error) {
      showError(messageOf(error, copy.failed));
    } finally {
      setBusy(false);
    }
  };

  if (sentTo) {
    return (
      <div className="card stack">
        <h2 ref={done} tabIndex={-1}>
          {copy.doneHeading}
        </h2>
        <p>{copy.done(sentTo)}</p>
        <p className="soft">{copy.spam}</p>
        <div className="row row-fill">
          <a className="button" href={paths.auth}>
            {copy.back}
          </a>
          <Button kind="quiet" onPress={() => setSentTo(undefined)}>
            {copy.again}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <form className="card stack" method="post" noValidate onSubmit={submit}>
      <TextField
        id={fieldId}
        label={copy.email}
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        error={problem}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" isWide isBusy={isBusy} busyLabel={copy.submitting}>
        {copy.submit}
      </Button>
      <p className="small">
        <a href={paths.auth}>{copy.back}</a>
      </p>
    </form>
  );
}
