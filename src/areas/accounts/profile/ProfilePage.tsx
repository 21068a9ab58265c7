import { useState } from 'react';
import { getProfile } from '#contracts/profile.ts';
import { call, messageOf } from '../../../browser/api.ts';
import { FailedToLoad } from '../../../ui/Notice.tsx';
import { DetailsSection } from './DetailsSection.tsx';
import { EmailSection } from './EmailSection.tsx';
import { MailSection } from './MailSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { PictureSection } from './PictureSection.tsx';
import { ProfileSkeleton } from './ProfileSkeleton.tsx';
import { profileCopy as copy } from './profile.copy.ts';
import styles from './profile.module.css';
import { SessionsSection } from './SessionsSection.tsx';
import { useCallResult } from './use-call-result.ts';

const fetchProfile = async (signal: AbortSignal) => (await call(getProfile, {}, { signal })).data;

/** The profile page: all settings of the account. */
export function ProfilePage() {
  const profile = useCallResult(fetchProfile);
  const [newPasswords, setNewPasswords] = useState(0);
  if (profile.error && !profile.data) {
    return (
      <FailedToLoad
        message={messageOf(profile.error, copy.failed)}
        isRetrying={profile.isLoading}
        onRetry={() => void profile.reload()}
      />
    );
  }
  if (!profile.data) return <ProfileSkeleton />;
  return (
    <div className={styles.sections}>
      <div className={styles.column}>
        <PictureSection profile={profile.data} onChange={profile.setData} />
        <DetailsSection profile={profile.data} onChange={profile.setData} />
        <MailSection />
      </div>
      <div className={styles.column}>
        <EmailSection profile={profile.data} onChange={() => void profile.reload()} />
        <PasswordSection profile={profile.data} onChange={() => setNewPasswords((count) => count + 1)} />
        <SessionsSection key={newPasswords} />
      </div>
    </div>
  );
}
