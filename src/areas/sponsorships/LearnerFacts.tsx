import type { ListedRequest } from '#contracts/listing.ts';
import { formatMinor, toMinor } from '#contracts/money.ts';
import { outsideLink } from '../../browser/paths.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import styles from './listing.module.css';
import { sponsorshipsCopy } from './sponsorships.copy.ts';

const copy = sponsorshipsCopy.modal;

/** Who asks, for what, and why. */
export function LearnerFacts({ request }: { request: ListedRequest }) {
  const { course, learner } = request;
  const facts = [
    [copy.socials, <OutsideLink key="socials" typed={request.socials} />],
    [copy.course, `${course.courseTitle}, ${course.platform}`],
    [copy.link, <OutsideLink key="link" typed={request.link} />],
    [copy.duration, `${course.duration} ${course.durationUnit}`],
    [copy.price, formatMinor(toMinor(course.price), course.priceUnit)],
  ] as const;
  return (
    <>
      <div className={styles.facts}>
        <Avatar name={learner.userId.fullName} picture={learner.userId.profilePicture} isLarge />
        <dl>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <figure className={styles.reason}>
        <figcaption>{copy.why}</figcaption>
        <blockquote>{request.motivation}</blockquote>
      </figure>
    </>
  );
}

/** A link that a learner typed; it vouches for nothing and gets nothing from us. */
function OutsideLink({ typed }: { typed: string }) {
  const href = outsideLink(typed);
  if (!href) return copy.none;
  return (
    <a href={href} target="_blank" rel="nofollow ugc noopener noreferrer">
      {new URL(href).hostname.replace(/^www\./, '')}
      <span className="visually-hidden"> {copy.outside}</span>
    </a>
  );
}
