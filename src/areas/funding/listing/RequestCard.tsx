import { formatMinor, toMinor } from '#contracts/money.ts';
import type { ListedRequest } from '#contracts/requests/request-views.ts';
import { sponsorStatusPath } from '../../../browser/paths.ts';
import { serverNow } from '../../../browser/server-clock.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { LinkButton } from '../../../ui/Button.tsx';
import { CourseCover } from '../../../ui/drawings/CourseCover.tsx';
import { Badge } from '../../../ui/Facts.tsx';
import { sponsorshipsCopy as copy } from '../sponsorships.copy.ts';
import styles from './listing.module.css';

/** A request as a card; with names and photos off, the course only. */
export function RequestCard(props: {
  request: ListedRequest;
  isFair: boolean;
  /** Path of the listing with the dialog of the request. */
  path: string;
  onChoose: () => void;
}) {
  const { course, learner, motivation, isInvitation } = props.request;
  const { fullName, country, profilePicture } = learner.userId;
  const [firstName = fullName] = fullName.split(' ');
  const reservation = reservationOf(props.request);
  const details = copy.forCourse(course.courseTitle);
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
        <p className="soft">{copy.onFrom(course.platform, country)}</p>
        <p className={styles.firstLine}>{motivation.split('\n', 1)[0]}</p>
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
          <LinkButton isSmall href={payPathOf(props.request)} text={copy.goOn} details={details} />
        ) : (
          <LinkButton
            isSmall
            href={props.path}
            text={props.isFair ? copy.sponsor : copy.sponsorThis(firstName)}
            details={details}
            onPress={props.onChoose}
          />
        )}
      </div>
    </li>
  );
}

/** Says that a request is being paid for, to the payer with the end of the reservation. */
export function ReservationBadge({ reservation: { isMine, until } }: { reservation: Reservation }) {
  return <Badge kind={isMine ? 'good' : 'wait'}>{isMine ? copy.paying(until) : copy.reserved}</Badge>;
}

/** The time in which one sponsor may pay for a request: whether it is the signed-in one, and the end in ISO 8601. */
type Reservation = NonNullable<ReturnType<typeof reservationOf>>;

/** Returns the reservation of a request; undefined without one, and once it is over. */
export function reservationOf({ reservedUntil, isMine }: Pick<ListedRequest, 'reservedUntil' | 'isMine'>) {
  if (reservedUntil === null || Date.parse(reservedUntil) <= serverNow()) return undefined;
  return { isMine, until: reservedUntil };
}

/** Path of the page on which a sponsor pays for a request. */
export const payPathOf = ({ _id: requestId }: Pick<ListedRequest, '_id'>) =>
  sponsorStatusPath({ state: 'pay', requestId });
