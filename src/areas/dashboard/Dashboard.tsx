import { isOpen } from '#contracts/requests/request-status.ts';
import { loadPageAgain } from '../../browser/load-part.ts';
import { paths } from '../../browser/paths.ts';
import { siteStorage, storageKeys } from '../../browser/storage.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Cloth } from '../../ui/drawings/Cloth.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { FailedToLoad, Notice } from '../../ui/Notice.tsx';
import { DashboardSkeleton } from './DashboardSkeleton.tsx';
import { dashboardCopy as copy } from './dashboard.copy.ts';
import styles from './dashboard.module.css';
import { type DashboardViewProps, loadErrorMessage, useDashboard } from './use-dashboard.ts';

const loadLearnerView = () => import('./LearnerView.tsx');
const loadSponsorView = () => import('./SponsorView.tsx');
// Each role's view is a separate chunk, loaded together with the data.
if (siteStorage.read(storageKeys.role) === 'sponsor') void loadSponsorView().catch(() => undefined);
else void loadLearnerView().catch(() => undefined);
const LearnerView = lazyComponent(async () => (await loadLearnerView()).LearnerView, NoView);
const SponsorView = lazyComponent(async () => (await loadSponsorView()).SponsorView, NoView);

// Most addresses are verified, so the code for another mail is loaded only with the notice.
const ResendVerification = lazyComponent(
  async () => (await import('../../ui/ResendVerification.tsx')).ResendVerification,
);

/** The dashboard of the signed-in user, in the view of the role that the server returns. */
export function Dashboard() {
  const { whole, listed, refresh, showMore, shownList, showList } = useDashboard();

  const { data } = whole;
  const retry = { role: data?.userDetails.role, onRetry: () => void refresh() };
  const failure = Boolean(whole.error) && <LoadFailure {...retry} query={whole} />;
  if (!data) {
    if (!failure) return <DashboardSkeleton />;
    return (
      <div className="page section stack">
        <h1>{copy.title}</h1>
        {failure}
      </div>
    );
  }
  const { role, isEmailVerified } = data.userDetails;
  return (
    <>
      <WelcomeBanner user={data.userDetails} />
      <div className="page section stack stack-loose">
        {failure}
        {!isEmailVerified && (
          <Notice text={copy.unverified[role](invitedBy(data))}>
            <ResendVerification />
          </Notice>
        )}
        <View
          dashboard={data}
          listed={listed.data}
          listFailure={
            Boolean(shownList && !failure && listed.error) && <LoadFailure {...retry} query={listed} />
          }
          isLoadingMore={listed.isPlaceholderData}
          onShowMore={showMore}
          shownList={shownList}
          onShowList={showList}
          onChanged={refresh}
        />
      </div>
    </>
  );
}

function LoadFailure(props: {
  query: ReturnType<typeof useDashboard>['whole'];
  /** Undefined until a dashboard has loaded. */
  role: 'learner' | 'sponsor' | undefined;
  onRetry: () => void;
}) {
  const { error, isFetching } = props.query;
  return (
    <FailedToLoad
      message={loadErrorMessage(error, props.role ?? siteStorage.read(storageKeys.role))}
      isRetrying={isFetching}
      onRetry={props.onRetry}
    />
  );
}

/** Returns how many people the learner's open requests invite. */
function invitedBy(dashboard: DashboardViewProps['dashboard']): number {
  if (!('requests' in dashboard)) return 0;
  const open = dashboard.requests.filter(({ status }) => isOpen(status));
  return open.reduce((sum, { recipientEmails }) => sum + recipientEmails.length, 0);
}

/** Picture, full name and the next thing to do; profile and Logout are in the navigation. */
function WelcomeBanner({ user }: { user: DashboardViewProps['dashboard']['userDetails'] }) {
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
      <div className="band">
        <Cloth word={user.fullName} columns={48} rows={1} />
      </div>
    </header>
  );
}

function View({ dashboard, listed, listFailure, ...actions }: DashboardViewProps) {
  if ('requests' in dashboard) {
    const ofLearner = listed && 'requests' in listed ? listed : undefined;
    return <LearnerView {...actions} dashboard={dashboard} listed={ofLearner} listFailure={listFailure} />;
  }
  if ('sponsoredRequests' in dashboard) {
    const ofSponsor = listed && 'sponsoredRequests' in listed ? listed : undefined;
    return <SponsorView {...actions} dashboard={dashboard} listed={ofSponsor} listFailure={listFailure} />;
  }
  return <Notice kind="warn" text={copy.unknownRole} />;
}

// A browser may cache a failed script import, so reload the page to retry it.
function NoView({ dashboard }: Pick<DashboardViewProps, 'dashboard'>) {
  const { role } = dashboard.userDetails;
  return <FailedToLoad message={copy.failed[role]} onRetry={loadPageAgain} />;
}
