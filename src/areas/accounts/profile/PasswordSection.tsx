import { useState } from 'react';
import type { Profile } from '#contracts/accounts/profile.ts';
import { forgotPassword } from '#contracts/accounts/recovery.ts';
import { call } from '../../../browser/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { profileCopy } from './profile.copy.ts';
import { Section } from './Section.tsx';

const copy = profileCopy.password;

const PasswordForm = lazyComponent(async () => (await import('./PasswordForm.tsx')).PasswordForm);

/** Changes the password, or sets a first one for an account that uses Google. */
export function PasswordSection(props: { profile: Profile; onChange: () => void }) {
  const { profile } = props;
  const [isChanging, setChanging] = useState(false);
  const [isChanged, setChanged] = useState(false);

  return (
    <Section heading={copy.heading}>
      {profile.hasGoogle && profile.hasPassword && <p>{copy.google}</p>}
      <p role="status" className="notice" hidden={!isChanged}>
        {isChanged && copy.done}
      </p>
      {!profile.hasPassword ? (
        <FirstPassword email={profile.email} />
      ) : isChanging ? (
        <PasswordForm
          email={profile.email}
          onChanged={() => {
            setChanged(true);
            props.onChange();
            setChanging(false);
          }}
          onCancel={() => setChanging(false)}
        />
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
