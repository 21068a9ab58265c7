import { formatMinor, toMinor } from '#contracts/money.ts';
import type { ListedRequest } from '#contracts/requests/request-views.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { CourseCover } from '../../../ui/drawings/CourseCover.tsx';
import { sponsorshipsCopy as copy } from '../sponsorships.copy.ts';
import styles from './listing.module.css';
import { ReservationBadge } from './ReservationBadge.tsx';
import { payPathOf, reservationOf } from './reservation-of.ts';

/** A request as a card; with names and photos off, the course only. */
export function RequestCard(props: { request: ListedRequest; isFair: boolean; onChoose: () => void }) {
  const { course, learner, isInvitation } = props.request;
  const { fullName, profilePicture } = learner.userId;
  const reservation = reservationOf(props.request);
  const about = <span className="visually-hidden">{copy.forCourse(course.courseTitle)}</span>;
  return (
    <li className={`card card-media ${styles.request}`}>
      <CourseCover course={{ title: course.courseTitle }} />
      {!props.isFair && (
        <div className={styles.person}>
          <Avatar name={fullName} picture={profilePicture} />
          <p className={styles.name} translate="no">
            {fullName}
          </p>
        </div>
      )}
      <div className={styles.course}>
        <h2 translate="no">{course.courseTitle}</h2>
        <p className="soft">{copy.on(course.platform)}</p>
      </div>
      {(isInvitation || reservation) && (
        <p className="row">
          {isInvitation && <Badge kind="good">{copy.invited}</Badge>}
          {reservation && <ReservationBadge reservation={reservation} />}
        </p>
      )}
      <div className={styles.foot}>
        <strong translate="no">{formatMinor(toMinor(course.price), course.priceUnit)}</strong>
        {reservation?.isMine ? (
          <a className="button button-small" href={payPathOf(props.request)}>
            <span>
              {copy.goOn} {about}
            </span>
          </a>
        ) : (
          <Button isSmall onPress={props.onChoose}>
            {props.isFair ? copy.sponsor : copy.sponsorThis(fullName.split(' ')[0] ?? fullName)} {about}
          </Button>
        )}
      </div>
    </li>
  );
}
