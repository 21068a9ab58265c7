import { type SubmitEvent, useState } from 'react';
import { signInOperator } from '#contracts/operators.ts';
import { call, messageOf } from '../../browser/api.ts';
import { safeDeskNext } from '../../browser/desk-paths.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/fields/PasswordField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { deskCopy } from './operations.copy.ts';

const copy = deskCopy.signIn;

/** The sign-in of operators: password first, then the code. The password stays in this component until then. */
export function DeskSignIn() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isCodeAsked, setCodeAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const body = { email, password, ...(isCodeAsked && { code }) };
    const checked = signInOperator.body.safeParse(body);
    if (!checked.success) return setProblem(checked.error.issues[0]?.message);
    setProblem(undefined);
    setBusy(true);
    try {
      const { data } = await call(signInOperator, { body });
      if (data.isSignedIn) return location.replace(safeDeskNext(location.search, location.origin));
      setCodeAsked(true);
    } catch (error) {
      setProblem(messageOf(error, copy.failed));
    }
    setBusy(false);
  };

  const startAgain = () => {
    setCodeAsked(false);
    setPassword('');
    setCode('');
    setProblem(undefined);
  };

  return (
    <form className="card stack" method="post" noValidate onSubmit={submit}>
      {!isCodeAsked && (
        <>
          <TextField
            id="desk-email"
            label={copy.email}
            type="email"
            autoComplete="username"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <PasswordField
            id="desk-password"
            label={copy.password}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </>
      )}
      {isCodeAsked && (
        <>
          <p className="small soft">{email}</p>
          <TextField
            id="desk-code"
            label={copy.code}
            hint={copy.codeHint}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            autoFocus
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </>
      )}
      <Problem text={problem} />
      <Button type="submit" isWide isBusy={isBusy} busyLabel={copy.checking}>
        {isCodeAsked ? copy.signIn : copy.next}
      </Button>
      {isCodeAsked && (
        <Button kind="plain" onPress={startAgain}>
          {copy.back}
        </Button>
      )}
    </form>
  );
}
