import { useEffect, useRef, useState } from 'react';
import { forgotPassword } from '#contracts/accounts/recovery.ts';
import { call } from '../../../browser/api.ts';
import { paths } from '../../../browser/paths.ts';
import { Button, LinkButton } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { useContractForm } from '../../../ui/fields/use-contract-form.ts';
import { recoveryCopy } from './recovery.copy.ts';

const loadSchema = async () => (await import('#contracts/accounts/recovery.ts')).ForgottenPasswordSchema;

const copy = recoveryCopy.forgot;

/** Requests a password reset link. The response does not reveal whether the address is known. */
export function ForgotPassword() {
  const form = useContractForm({
    id: 'forgot',
    loadSchema,
    initial: { email: '' },
    isShort: true,
  });
  const [sentTo, setSentTo] = useState<string>();
  const done = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (sentTo) done.current?.focus();
  }, [sentTo]);

  const field = form.field('email');
  const send = form.submit({
    failed: copy.failed,
    send: async (body) => {
      try {
        await call(forgotPassword, { body });
        setSentTo(body.email);
      } catch (error) {
        document.getElementById(field.id)?.focus();
        throw error;
      }
    },
  });

  if (sentTo) {
    return (
      <div className="card stack">
        <h2 ref={done} tabIndex={-1}>
          {copy.doneHeading}
        </h2>
        <p>{copy.done(sentTo)}</p>
        <p className="soft">{copy.spam}</p>
        <div className="row row-fill">
          <LinkButton href={paths.auth} text={copy.back} />
          <Button kind="quiet" text={copy.again} onPress={() => setSentTo(undefined)} />
        </div>
      </div>
    );
  }
  return (
    <form className="card stack" method="dialog" noValidate onSubmit={send}>
      <TextField
        {...field}
        error={field.error ?? form.problem}
        label={copy.email}
        type="email"
        autoComplete="username"
      />
      <Button type="submit" isWide text={copy.submit} busy={form.isSubmitting && copy.submitting} />
      <p className="small">
        <a href={paths.auth}>{copy.back}</a>
      </p>
    </form>
  );
}
