import { getProfile, type Profile } from '#contracts/accounts/profile.ts';
import { listSessions } from '#contracts/accounts/profile-changes.ts';
import { invalidateApiQueries, setApiQueryData, useApiQuery } from '../../../browser/use-api-query.ts';
import { QueryFailed } from '../../../ui/Notice.tsx';
import { EmailSection } from './EmailSection.tsx';
import { MailSection } from './MailSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { DetailsSection, GuardianSection } from './PersonSections.tsx';
import { PictureSection } from './PictureSection.tsx';
import { DataSection, ErasureSection } from './PrivacySections.tsx';
import { profileCopy as copy } from './profile.copy.ts';
import styles from './profile.module.css';
import { ProfileSkeleton } from './Section.tsx';
import { SessionsSection } from './SessionsSection.tsx';

/** The profile page: all settings of the account. */
export function ProfilePage() {
  const query = useApiQuery(getProfile, {});
  const { data, error, refetch } = query;
  if (error && !data) return <QueryFailed query={query} failed={copy.failed} />;
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
        <DataSection profile={profile} onChange={() => void refetch()} />
        <ErasureSection profile={profile} onChange={() => void refetch()} />
      </div>
    </div>
  );
}
