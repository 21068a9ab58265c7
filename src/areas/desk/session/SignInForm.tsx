import { useState } from 'react';
import { signInOperator } from '#contracts/desk/operators.ts';
import { call } from '#src/browser/api.ts';
import { Button } from '#src/ui/Button.tsx';
import { PasswordField, TextField } from '#src/ui/fields/Field.tsx';
import { useContractForm } from '#src/ui/fields/use-contract-form.ts';
import { Problem } from '#src/ui/Notice.tsx';
import { deskCopy } from '../desk.copy.ts';

const loadSchema = async () => signInOperator.body;

const copy = deskCopy.signIn;

interface SignInFormProps {
  className?: string;
  /** Called with the session; the button stays busy afterwards, until the form disappears. */
  onSignedIn: () => void | Promise<void>;
}

/** The form that signs an operator in. Starting again keeps the address only. */
export function SignInForm(props: SignInFormProps) {
  const [start, setStart] = useState({ number: 0, email: '' });
  const startAgain = (email: string) => setStart({ number: start.number + 1, email });
  return <SignInSteps {...props} key={start.number} email={start.email} onStartAgain={startAgain} />;
}

/** Password first, then the code. The password stays in this component until then. */
function SignInSteps(props: SignInFormProps & { email: string; onStartAgain: (email: string) => void }) {
  const { className = '', email, onSignedIn, onStartAgain } = props;
  const [isCodeAsked, setCodeAsked] = useState(false);
  const [isPasswordChanged, setPasswordChanged] = useState(false);
  const [isDone, setDone] = useState(false);
  const form = useContractForm({
    id: 'desk',
    loadSchema,
    initial: { email, password: '', code: '', newPassword: '' },
    toInput: ({ code, newPassword, ...values }) => ({
      ...values,
      ...(isCodeAsked && { code }),
      ...(isCodeAsked && isPasswordChanged && { newPassword }),
    }),
    isShort: true,
  });

  const send = form.submit({
    failed: copy.failed,
    toasts: 'none',
    send: async (body) => {
      const { data } = await call(signInOperator, { body });
      if (!data.isSignedIn) {
        setPasswordChanged(data.needsNewPassword);
        return setCodeAsked(true);
      }
      await onSignedIn();
      setDone(true);
    },
  });

  return (
    <form className={`stack ${className}`} method="post" noValidate onSubmit={send}>
      {isCodeAsked ? (
        <>
          <p className="small soft" translate="no">
            {form.values.email}
          </p>
          <TextField
            {...form.field('code')}
            label={copy.code}
            hint={copy.codeHint}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            autoFocus
          />
          {isPasswordChanged && (
            <PasswordField
              {...form.field('newPassword')}
              label={copy.newPassword}
              hint={copy.newPasswordHint}
              autoComplete="new-password"
            />
          )}
        </>
      ) : (
        <>
          <TextField {...form.field('email')} label={copy.email} type="email" autoComplete="username" />
          <PasswordField {...form.field('password')} label={copy.password} autoComplete="current-password" />
        </>
      )}
      <Problem text={form.problem} />
      <Button
        type="submit"
        isWide
        text={isCodeAsked ? copy.signIn : copy.next}
        busy={(form.isSubmitting || isDone) && copy.checking}
      />
      {isCodeAsked && !isPasswordChanged && (
        <Button kind="plain" text={copy.changePassword} onPress={() => setPasswordChanged(true)} />
      )}
      {isCodeAsked && (
        <Button kind="plain" text={copy.back} onPress={() => onStartAgain(form.values.email)} />
      )}
    </form>
  );
}
