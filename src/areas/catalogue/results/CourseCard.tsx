import type { CatalogueCourse } from '#contracts/catalogue/catalogue.ts';
import { coursePath, paths, signInPath } from '../../../browser/paths.ts';
import { currentPath } from '../../../browser/session.ts';
import { CourseCover } from '../../../ui/drawings/CourseCover.tsx';
import { OutgoingLink } from '../../../ui/OutgoingLink.tsx';
import { catalogueCopy as copy } from '../catalogue.copy.ts';
import { levelText, PlatformName, priceText, Stars } from '../course/course-facts.tsx';
import type { Saving } from '../saving/use-saving.ts';
import styles from './card.module.css';

const shownTags = 2;

/** Card of one course (specification section 2, "Explore page"). */
export function CourseCard(props: { course: CatalogueCourse; saving: Saving; onSave: () => void }) {
  const { course, saving, onSave } = props;
  const { title, description, level, platform, ratings, tags, url, slug } = course;
  return (
    <li className={`card card-media ${styles.course}`}>
      <CourseCover course={course} />
      <div className={`stack stack-tight ${styles.head}`}>
        <PlatformName platform={platform} />
        <h3 dir="auto">
          <a href={coursePath(slug)} translate="no">
            {title}
          </a>
        </h3>
        <p className={styles.about} dir="auto">
          {description}
        </p>
      </div>
      <div className={styles.facts}>
        <p className={`row row-apart ${styles.line}`}>
          <Stars rating={ratings} />
          <strong
            className={styles.price}
            data-unknown={(course.status === 'Paid' && course.price === null) || undefined}
          >
            {priceText(course)}
          </strong>
        </p>
        <p className="chips">
          <span className={styles.level}>{levelText(level)}</span>
          {course.access === 'financial-aid' && (
            <span className={styles.level}>{copy.access['financial-aid']}</span>
          )}
          {tags.slice(0, shownTags).map((tag) => (
            <span key={tag} className={styles.tag}>
              {tag}
            </span>
          ))}
        </p>
      </div>
      <div className={`chips ${styles.actions}`}>
        <OutgoingLink className="button button-small" to={url} isFromCatalogue label={copy.viewOf(title)}>
          {copy.view}
        </OutgoingLink>
        <SaveButton title={title} saving={saving} onSave={onSave} />
      </div>
    </li>
  );
}

/**
 * Save to Dashboard button with the states Saving... and Added; an error appears below, with a sign-in link if
 * needed.
 */
function SaveButton(props: { title: string; saving: Saving; onSave: () => void }) {
  const { state, problem } = props.saving;
  const isBusy = state === 'busy';
  const label = { open: copy.save, busy: copy.saving, added: copy.added }[state];
  return (
    <>
      <button
        type="button"
        className={`button button-quiet button-small ${styles.save}`}
        aria-label={`${label}: ${props.title}`}
        aria-disabled={isBusy}
        data-busy={isBusy || undefined}
        disabled={state === 'added'}
        onClick={isBusy ? undefined : props.onSave}
      >
        {label}
      </button>
      {problem && (
        <p className={`small ${styles.problem}`} role="alert">
          <span>{problem.message}</span>{' '}
          {problem.needsSignIn && <a href={signInPath(currentPath())}>{copy.signIn}</a>}
        </p>
      )}
      {state === 'added' && (
        <a className={`small ${styles.problem}`} href={paths.dashboard}>
          {copy.seeDashboard}
        </a>
      )}
    </>
  );
}
