import { getProfile, listSessions, type Profile } from '#contracts/accounts/profile.ts';
import { messageOf } from '../../../browser/api.ts';
import { invalidateApiQueries, setApiQueryData, useApiQuery } from '../../../browser/use-api-query.ts';
import { FailedToLoad } from '../../../ui/Notice.tsx';
import { DataSection } from './DataSection.tsx';
import { DetailsSection } from './DetailsSection.tsx';
import { EmailSection } from './EmailSection.tsx';
import { ErasureSection } from './ErasureSection.tsx';
import { GuardianSection } from './GuardianSection.tsx';
import { MailSection } from './MailSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { PictureSection } from './PictureSection.tsx';
import { ProfileSkeleton } from './ProfileSkeleton.tsx';
import { profileCopy as copy } from './profile.copy.ts';
import styles from './profile.module.css';
import { SessionsSection } from './SessionsSection.tsx';

/** The profile page: all settings of the account. */
export function ProfilePage() {
  const { data, error, isFetching, refetch } = useApiQuery(getProfile, {});
  if (error && !data) {
    return (
      <FailedToLoad
        message={messageOf(error, copy.failed)}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <ProfileSkeleton />;
  const profile = data.data;
  const setProfile = (changed: Profile) => void setApiQueryData(getProfile, {}, { ...data, data: changed });
  return (
    <div className={styles.sections}>
      <div className={styles.column}>
        {!profile.guardian && <PictureSection profile={profile} onChange={setProfile} />}
        {profile.guardian && <GuardianSection guardian={profile.guardian} onChange={() => void refetch()} />}
        <DetailsSection profile={profile} onChange={setProfile} />
        <MailSection />
      </div>
      <div className={styles.column}>
        <EmailSection profile={profile} onChange={() => void refetch()} />
        <PasswordSection profile={profile} onChange={() => void invalidateApiQueries(listSessions)} />
        <SessionsSection />
        <DataSection profile={profile} />
        <ErasureSection profile={profile} />
      </div>
    </div>
  );
}
