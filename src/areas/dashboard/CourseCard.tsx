import { useEffect, useRef, useState } from 'react';
import type { DashboardCourse } from '#contracts/dashboard/dashboard.ts';
import { viewCertificate } from '#contracts/enrolments/enrolments.ts';
import { openDocument } from '../../browser/open-tab.ts';
import { savedRequestPath } from '../../browser/paths.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { CourseCover } from '../../ui/drawings/CourseCover.tsx';
import { Badge } from '../../ui/Facts.tsx';
import { shortened } from '../../ui/format.ts';
import { lazyDialog } from '../../ui/lazy-component.tsx';
import { OutgoingLink, opensInNewTab } from '../../ui/OutgoingLink.tsx';
import { SharingSwitch } from '../enrolments/SharingSwitch.tsx';
import styles from './dashboard.module.css';
import { learnerViewCopy as copy } from './learner-view.copy.ts';

const CertificateModal = lazyDialog(
  async () => (await import('../enrolments/CertificateModal.tsx')).CertificateModal,
);

const badges = {
  'in-progress': { kind: 'wait' },
  completed: { kind: 'good' },
  saved: {},
  refunded: { kind: 'warn' },
} as const;

/** A course of a learner: saved, being arranged, or enrolled with its certificate. */
export function CourseCard(props: { course: DashboardCourse; onChanged: () => Promise<void> }) {
  const { course, onChanged } = props;
  const [isUploading, setUploading] = useState(false);
  const [hasJustFinished, setJustFinished] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const isCompleted = course.status === 'completed';

  // The button that opened the upload is removed, so move the keyboard focus to the course.
  useEffect(() => {
    if (hasJustFinished && isCompleted) heading.current?.focus();
  }, [hasJustFinished, isCompleted]);

  return (
    <li className={`card ${styles.course}`}>
      <CourseCover course={course} />
      <h3 ref={heading} tabIndex={-1} translate="no">
        {course.title}
      </h3>
      <p className="soft">{shortened(course.description)}</p>
      {course.status !== 'being-arranged' && (
        <p className="row">
          <Badge {...badges[course.status]}>{copy.states[course.status]}</Badge>
          {course.completionCertificate && <Badge kind="good">{copy.certificate}</Badge>}
        </p>
      )}
      <CourseLink course={course} />
      {course.completionCertificate && (
        <p className="soft small">
          <strong>{copy.selfReported}.</strong> {copy.selfReportedHint}
        </p>
      )}
      {course.completionCertificate && course.isSponsored && (
        <SharingSwitch enrolmentId={course._id} isShared={course.isCertificateShared} onChanged={onChanged} />
      )}
      <div className="row row-fill">
        {isCompleted && course.completionCertificate && (
          <Button
            kind="quiet"
            isSmall
            text={copy.view}
            about={course.title}
            onPress={() => openDocument(viewCertificate, course._id, 'certificate')}
          />
        )}
        {(course.status === 'in-progress' || course.status === 'saved') && (
          <Button
            kind="quiet"
            isSmall
            text={copy.upload}
            about={course.title}
            onPress={() => setUploading(true)}
          />
        )}
        {course.canAskSponsor && (
          <LinkButton isSmall href={savedRequestPath(course._id)} text={copy.ask} about={course.title} />
        )}
      </div>
      {isUploading && (
        <CertificateModal
          enrolmentId={course._id}
          title={course.title}
          onClose={() => setUploading(false)}
          onUploaded={() => {
            setJustFinished(true);
            // oxlint-disable-next-line typescript/no-floating-promises -- React Query keeps the errors
            void onChanged();
          }}
        />
      )}
    </li>
  );
}

/** Link to the course; without an address when the course is completed. */
function CourseLink({ course }: { course: DashboardCourse }) {
  if (course.status === 'completed') {
    return (
      // biome-ignore lint/a11y/useValidAnchor: a link without an address is how HTML writes one that is inert
      <a role="link" aria-disabled="true" className={styles.inert}>
        {copy.openCourse}
        <span className="visually-hidden"> {copy.closedCourse}</span>
      </a>
    );
  }
  return (
    <OutgoingLink to={course.link}>
      {copy.openCourse}
      {opensInNewTab}
    </OutgoingLink>
  );
}
