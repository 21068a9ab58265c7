import { useState } from 'react';
import * as z from 'zod/mini';
import type { Profile } from '#contracts/accounts/profile.ts';
import { changePassword, PasswordChangeSchema } from '#contracts/accounts/profile-changes.ts';
import { forgotPassword } from '#contracts/accounts/recovery.ts';
import { call } from '../../../browser/api.ts';
import { paths } from '../../../browser/paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { PasswordField } from '../../../ui/fields/Field.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { ConfirmPasswordSchema, confirms, NewPasswordFields } from '../NewPasswordFields.tsx';
import { AccountForm } from './AccountForm.tsx';
import { profileCopy } from './profile.copy.ts';
import { Section } from './Section.tsx';

const copy = profileCopy.password;

const FormSchema = z
  .extend(PasswordChangeSchema, { confirmPassword: ConfirmPasswordSchema })
  .check(confirms('newPassword'));

/** Changes the password, or sets a first one for an account that uses Google. */
export function PasswordSection(props: { profile: Profile; onChange: () => void }) {
  const { profile } = props;
  const [isChanging, setChanging] = useState(false);
  const [isChanged, setChanged] = useState(false);

  // The server signs out all other devices.
  const change = async ({ currentPassword, newPassword }: z.output<typeof FormSchema>) => {
    await call(changePassword, { body: { currentPassword, newPassword } });
    setChanged(true);
    props.onChange();
    setChanging(false);
  };

  return (
    <Section heading={copy.heading}>
      {profile.hasGoogle && profile.hasPassword && <p>{copy.google}</p>}
      <p role="status" className="notice" hidden={!isChanged}>
        {isChanged && copy.done}
      </p>
      {!profile.hasPassword ? (
        <FirstPassword email={profile.email} />
      ) : isChanging ? (
        <AccountForm
          id="password"
          email={profile.email}
          schema={FormSchema}
          initial={{ currentPassword: '', newPassword: '', confirmPassword: '' }}
          copy={{ ...copy, submitting: profileCopy.saving }}
          isDisabled={({ newPassword, confirmPassword }) => newPassword !== confirmPassword}
          send={change}
          onCancel={() => setChanging(false)}
        >
          {(form) => (
            <>
              <PasswordField
                {...form.field('currentPassword')}
                label={copy.current}
                hint={<a href={paths.forgotPassword}>{copy.forgot}</a>}
                autoComplete="current-password"
                autoFocus
              />
              <NewPasswordFields
                labels={[copy.next, copy.confirm]}
                password={form.field('newPassword')}
                confirm={form.field('confirmPassword')}
                about={[profile.email]}
              />
            </>
          )}
        </AccountForm>
      ) : (
        <div className="row row-fill">
          <Button
            kind="quiet"
            text={copy.change}
            onPress={() => {
              setChanged(false);
              setChanging(true);
            }}
          />
        </div>
      )}
    </Section>
  );
}

function FirstPassword({ email }: { email: string }) {
  const { run, isRunning } = useAction(profileCopy.notSaved);
  const [isSent, setSent] = useState(false);

  const ask = async () => {
    await call(forgotPassword, { body: { email } });
    setSent(true);
  };

  return (
    <>
      <p>{copy.none}</p>
      <p role="status" className="notice" hidden={!isSent}>
        {isSent && copy.sent}
      </p>
      {!isSent && (
        <div className="row row-fill">
          <Button
            kind="quiet"
            text={copy.add}
            busy={isRunning && profileCopy.email.submitting}
            onPress={() => run(ask)}
          />
        </div>
      )}
    </>
  );
}
