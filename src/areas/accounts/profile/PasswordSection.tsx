import { useState } from 'react';
import type { Profile } from '#contracts/accounts/profile.ts';
import { forgotPassword } from '#contracts/accounts/recovery.ts';
import { call, messageOf } from '../../../browser/api.ts';
import { toastError } from '../../../browser/toast.ts';
import { Button } from '../../../ui/Button.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { profileCopy } from './profile.copy.ts';
import { Section } from './Section.tsx';

const copy = profileCopy.password;

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
          onDone={() => {
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
            onPress={() => {
              setChanged(false);
              setChanging(true);
            }}
          >
            {copy.change}
          </Button>
        </div>
      )}
    </Section>
  );
}

function FirstPassword({ email }: { email: string }) {
  const [isBusy, setBusy] = useState(false);
  const [isSent, setSent] = useState(false);

  const ask = async () => {
    setBusy(true);
    try {
      await call(forgotPassword, { body: { email } });
      setSent(true);
    } catch (error) {
      toastError(messageOf(error, profileCopy.notSaved));
    } finally {
      setBusy(false);
    }
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
            isBusy={isBusy}
            busyLabel={profileCopy.email.submitting}
            onPress={() => void ask()}
          >
            {copy.add}
          </Button>
        </div>
      )}
    </>
  );
}
