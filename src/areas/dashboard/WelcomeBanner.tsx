import type { getDashboard } from '#contracts/dashboard.ts';
import type { ResponseBody } from '#contracts/endpoint.ts';
import { paths } from '../../browser/paths.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Cloth } from '../../ui/drawings/Cloth.tsx';
import { dashboardCopy as copy } from './dashboard.copy.ts';
import styles from './dashboard.module.css';

interface WelcomeBannerProps {
  user: ResponseBody<typeof getDashboard>['userDetails'];
  isLeaving: boolean;
  onLeave: () => void;
}

/** Picture, full name, what to do next, and the way out. */
export function WelcomeBanner({ user, isLeaving, onLeave }: WelcomeBannerProps) {
  const isLearner = user.role === 'learner';
  return (
    <header className={styles.banner}>
      <div className={`page ${styles.bannerLine}`}>
        <Avatar name={user.fullName} picture={user.profilePicture} isLarge />
        <h1>
          <span>{copy.welcome}</span> {user.fullName}
        </h1>
        <div className="row row-fill">
          <a className="button" href={isLearner ? paths.help : paths.listing}>
            {isLearner ? copy.learner.help : copy.sponsor.view}
          </a>
          <a className="button button-quiet" href={paths.profile}>
            {copy.profile}
          </a>
          <Button kind="quiet" isBusy={isLeaving} onPress={onLeave}>
            {copy.logout}
          </Button>
        </div>
      </div>
      <div className={styles.band}>
        <Cloth word={user.fullName} columns={48} rows={1} />
      </div>
    </header>
  );
}
