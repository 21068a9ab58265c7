import { useState } from 'react';
import type { Profile } from '#contracts/accounts/profile.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { EmailVisibility } from '../../../ui/EmailVisibility.tsx';
import { ResendVerification } from '../recovery/ResendVerification.tsx';
import { EmailForm } from './EmailForm.tsx';
import { profileCopy } from './profile.copy.ts';
import styles from './profile.module.css';
import { Section } from './Section.tsx';

const copy = profileCopy.email;

/** The sign-in address: whether it is confirmed, and the form that changes it. */
export function EmailSection(props: { profile: Profile; onChange: () => void }) {
  const { profile } = props;
  const [isChanging, setChanging] = useState(false);
  return (
    <Section heading={copy.heading}>
      <div className={styles.fact}>
        <p>
          <span className="small soft">{copy.current}</span>
          <strong translate="no">{profile.email}</strong>
        </p>
        <Badge kind={profile.isEmailVerified ? 'good' : 'wait'}>
          {profile.isEmailVerified ? copy.confirmed : copy.unconfirmed}
        </Badge>
      </div>
      {!profile.isEmailVerified && (
        <>
          <p>{copy.unconfirmedText}</p>
          <ResendVerification />
        </>
      )}
      {profile.newEmail && (
        <div className="notice" role="status">
          <p>
            <strong>{copy.pending(profile.newEmail)}</strong>
          </p>
          <p>{copy.pendingText}</p>
        </div>
      )}
      <EmailVisibility />
      {isChanging ? (
        <EmailForm
          email={profile.email}
          onDone={() => {
            setChanging(false);
            props.onChange();
          }}
          onCancel={() => setChanging(false)}
        />
      ) : profile.hasPassword ? (
        <div className="row row-fill">
          <Button kind="quiet" onPress={() => setChanging(true)}>
            {copy.change}
          </Button>
        </div>
      ) : (
        <p className="small soft">{profileCopy.password.needed}</p>
      )}
    </Section>
  );
}
