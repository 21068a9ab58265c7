import type { FailedJobView } from '#contracts/desk/desk-queues.ts';
import { casePath, paymentPath } from '#src/browser/desk-paths.ts';
import { PersonLink } from '../PageParts.tsx';

/** Names and links what a failed job is about: its case, payment, course and person. Nothing where its payload names none. */
export function JobAbout({ about }: Pick<FailedJobView, 'about'>) {
  if (!about) return null;
  return (
    <span className="row small">
      {about.case && <a href={casePath(about.case.id)}>{about.case.summary}</a>}
      {about.payment && (
        <a href={paymentPath(about.payment.id)} translate="no">
          {about.payment.reference}
        </a>
      )}
      {about.courseTitle && <span translate="no">{about.courseTitle}</span>}
      {about.person && <PersonLink person={about.person} />}
    </span>
  );
}
