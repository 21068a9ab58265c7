import { messageOf } from '../../../browser/api.ts';
import { FailedToLoad } from '../../../ui/Notice.tsx';
import { DetailsSection } from './DetailsSection.tsx';
import { EmailSection } from './EmailSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { PictureSection } from './PictureSection.tsx';
import { ProfileSkeleton } from './ProfileSkeleton.tsx';
import { profileCopy as copy } from './profile.copy.ts';
import styles from './profile.module.css';
import { SessionsSection } from './SessionsSection.tsx';
import { useProfile } from './use-profile.ts';

/** Everything a person can change about their own account. */
export function ProfilePage() {
  const profile = useProfile();
  if (profile.error && !profile.data) {
    return (
      <FailedToLoad
        message={messageOf(profile.error, copy.failed)}
        isRetrying={profile.isFetching}
        onRetry={() => void profile.refetch()}
      />
    );
  }
  if (!profile.data) return <ProfileSkeleton />;
  return (
    <div className={styles.sections}>
      <div className={styles.column}>
        <PictureSection profile={profile.data} />
        <DetailsSection profile={profile.data} />
      </div>
      <div className={styles.column}>
        <EmailSection profile={profile.data} />
        <PasswordSection profile={profile.data} />
        <SessionsSection />
      </div>
    </div>
  );
}
