import type { RefObject } from 'react';
import { formatMinor, toMinor } from '#contracts/money.ts';
import type { ListedRequest } from '#contracts/requests/request-views.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { CourseCover } from '../../../ui/drawings/CourseCover.tsx';
import { FactList } from '../../../ui/Facts.tsx';
import { durationInWords } from '../../../ui/format.ts';
import { OutgoingLink, opensInNewTab, siteOf } from '../../../ui/OutgoingLink.tsx';
import { sponsorshipsCopy } from '../sponsorships.copy.ts';
import styles from './learner-facts.module.css';
import { ReservationBadge, reservationOf } from './RequestCard.tsx';

const copy = sponsorshipsCopy.modal;

interface LearnerFactsProps {
  request: ListedRequest;
  isFair: boolean;
  headingRef: RefObject<HTMLHeadingElement | null>;
}

/** The learner, the course and the reason. */
export function LearnerFacts({ request, isFair, headingRef }: LearnerFactsProps) {
  const { course, learner } = request;
  const reservation = reservationOf(request);
  const facts = [
    [copy.platform, course.platform],
    [copy.link, <LearnersLink key="link" typed={request.link} />],
    [copy.duration, durationInWords(course)],
    [copy.price, formatMinor(toMinor(course.price), course.priceUnit)],
    [copy.country, learner.userId.country ?? copy.none],
    [copy.socials, isFair ? copy.hidden : <LearnersLink key="socials" typed={request.socials} />],
  ] as const;
  return (
    <>
      <div className={styles.learner}>
        {isFair ? (
          <div className={styles.fairCover}>
            <CourseCover course={{ title: course.courseTitle }} />
          </div>
        ) : (
          <Avatar name={learner.userId.fullName} picture={learner.userId.profilePicture} isLarge />
        )}
        <div className="stack stack-tight">
          <h3 className={styles.factsTitle} tabIndex={-1} ref={headingRef} translate="no">
            {course.courseTitle}
          </h3>
          {reservation && (
            <p>
              <ReservationBadge reservation={reservation} />
            </p>
          )}
          <FactList facts={facts} className={styles.list} />
        </div>
      </div>
      <figure className={styles.reason}>
        <figcaption>{copy.why}</figcaption>
        <blockquote>{request.motivation}</blockquote>
      </figure>
    </>
  );
}

/** A link entered by a learner, shown as the site that it leads to. */
function LearnersLink({ typed }: { typed: string }) {
  return (
    <OutgoingLink to={typed} fallback={copy.none}>
      {siteOf(typed)}
      <span aria-hidden="true"> ↗</span>
      {opensInNewTab}
    </OutgoingLink>
  );
}
