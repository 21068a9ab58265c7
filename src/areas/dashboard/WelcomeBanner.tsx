import type { getDashboard } from '#contracts/dashboard/dashboard.ts';
import type { ResponseBody } from '#contracts/endpoint.ts';
import { paths } from '../../browser/paths.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Cloth } from '../../ui/drawings/Cloth.tsx';
import { dashboardCopy as copy } from './dashboard.copy.ts';
import styles from './dashboard.module.css';

/** Picture, full name and the next thing to do; profile and Logout are in the navigation. */
export function WelcomeBanner({ user }: { user: ResponseBody<typeof getDashboard>['userDetails'] }) {
  const isLearner = user.role === 'learner';
  return (
    <header className={styles.banner}>
      <div className={`page ${styles.bannerLine}`}>
        <Avatar name={user.fullName} picture={user.profilePicture} isLarge />
        <h1>
          <span>{copy.welcome}</span> <span translate="no">{user.fullName}</span>
        </h1>
        <div className="row row-fill">
          <a className="button" href={isLearner ? paths.help : paths.listing}>
            {isLearner ? copy.learner.help : copy.sponsor.view}
          </a>
        </div>
      </div>
      <div className={styles.band}>
        <Cloth word={user.fullName} columns={48} rows={1} />
      </div>
    </header>
  );
}
