import { formatMinor, toMinor } from '#contracts/money.ts';
import type { ListedRequest } from '#contracts/requests/request-views.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { CourseCover } from '../../../ui/drawings/CourseCover.tsx';
import { sponsorshipsCopy as copy } from '../sponsorships.copy.ts';
import styles from './listing.module.css';

/** A request as a card; with names and photos off, the course only. */
export function RequestCard(props: { request: ListedRequest; isFair: boolean; onChoose: () => void }) {
  const { course, learner, isInvitation, reservedUntil } = props.request;
  const { fullName, profilePicture } = learner.userId;
  const isReserved = reservedUntil !== null && new Date(reservedUntil) > new Date();
  return (
    <li className={`card card-media ${styles.request}`}>
      <CourseCover course={{ title: course.courseTitle }} />
      {!props.isFair && (
        <div className={styles.person}>
          <Avatar name={fullName} picture={profilePicture} />
          <p className={styles.name}>{fullName}</p>
        </div>
      )}
      <div className={styles.course}>
        <h2>{course.courseTitle}</h2>
        <p className="soft">{copy.on(course.platform)}</p>
      </div>
      {(isInvitation || isReserved) && (
        <p className="row">
          {isInvitation && <Badge kind="good">{copy.invited}</Badge>}
          {isReserved && <Badge kind="wait">{copy.reserved}</Badge>}
        </p>
      )}
      <div className={styles.foot}>
        <strong>{formatMinor(toMinor(course.price), course.priceUnit)}</strong>
        <Button isSmall onPress={props.onChoose}>
          {props.isFair ? copy.sponsor : copy.sponsorThis(fullName.split(' ')[0] ?? fullName)}{' '}
          <span className="visually-hidden">{copy.forCourse(course.courseTitle)}</span>
        </Button>
      </div>
    </li>
  );
}
