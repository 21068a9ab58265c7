import type { Profile } from '#contracts/accounts/profile.ts';
import { confirmIdentity } from '#contracts/accounts/profile-changes.ts';
import type { Sent } from '#contracts/endpoint.ts';
import { call } from '#src/browser/api.ts';
import { useSettings } from '#src/browser/settings.ts';
import { Button } from '#src/ui/Button.tsx';
import { QueryFailed } from '#src/ui/Notice.tsx';
import { GoogleButton } from './google/GoogleButton.tsx';
import { googleCopy } from './google/google.copy.ts';
import { PasswordPrompt } from './profile/AccountForm.tsx';
import { profileCopy } from './profile/profile.copy.ts';

const copy = profileCopy.confirm;

/** Requires the password, or Google again, before a sensitive change; calls `onDone` once the server has accepted it. */
export function IdentityForm(props: {
  /** Prefix of the control ids. */
  id: string;
  profile: Pick<Profile, 'email' | 'hasPassword' | 'hasGoogle'>;
  onDone: () => unknown;
  onCancel: () => void;
}) {
  const { profile, onDone, onCancel } = props;
  const confirm = async (body: Sent<typeof confirmIdentity>['body']) => {
    await call(confirmIdentity, { body });
    onDone();
  };
  return (
    <div className="stack">
      <p>{copy.why}</p>
      {profile.hasPassword && (
        <PasswordPrompt
          id={props.id}
          email={profile.email}
          copy={copy}
          send={(currentPassword) => confirm({ currentPassword })}
          onCancel={onCancel}
        />
      )}
      {profile.hasGoogle && (
        <GoogleProof
          other={profile.hasPassword && 'above'}
          onToken={(googleToken) => confirm({ googleToken })}
        />
      )}
      {!profile.hasPassword && <Button kind="quiet" text={copy.cancel} onPress={onCancel} />}
    </div>
  );
}

function GoogleProof(props: { other: false | 'above'; onToken: (token: string) => Promise<void> }) {
  const settings = useSettings();
  if (settings.error) return <QueryFailed query={settings} failed={googleCopy.settingsFailed} />;
  return (
    <GoogleButton settings={settings.data?.google} other={props.other} use={{ onToken: props.onToken }} />
  );
}
