import type { CatalogueCourse } from '#contracts/catalogue/catalogue.ts';
import { coursePath } from '../../../browser/paths.ts';
import { CourseCover } from '../../../ui/drawings/CourseCover.tsx';
import { OutgoingLink } from '../../../ui/OutgoingLink.tsx';
import { catalogueCopy as copy } from '../catalogue.copy.ts';
import { levelText, priceText } from '../course/course-facts.ts';
import { PlatformName } from '../PlatformName.tsx';
import { SaveButton } from '../saving/SaveButton.tsx';
import type { Saving } from '../saving/use-saving.ts';
import styles from './card.module.css';
import { Stars } from './Stars.tsx';

const shownTags = 2;

/** Card of one course (specification section 2, "Explore page"). */
export function CourseCard(props: { course: CatalogueCourse; saving: Saving; onSave: () => void }) {
  const { course, saving, onSave } = props;
  const { title, description, level, platform, ratings, tags, url, slug } = course;
  return (
    <li className={`card card-media ${styles.course}`}>
      <CourseCover course={course} />
      <div className={styles.head}>
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
        <p className={styles.line}>
          <Stars rating={ratings} />
          <strong
            className={styles.price}
            data-unknown={(course.status === 'Paid' && course.price === null) || undefined}
          >
            {priceText(course)}
          </strong>
        </p>
        <p className={styles.badges}>
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
      <div className={styles.actions}>
        <OutgoingLink className="button button-small" to={url} isFromCatalogue label={copy.viewOf(title)}>
          {copy.view}
        </OutgoingLink>
        <SaveButton title={title} saving={saving} onSave={onSave} />
      </div>
    </li>
  );
}
