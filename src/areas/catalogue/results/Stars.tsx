import { spriteRef } from '../../../ui/drawings/sprite/sprite.ts';
import { catalogueCopy as copy } from '../catalogue.copy.ts';
import { filledStars } from '../course/course-facts.ts';
import styles from './stars.module.css';

/** A rating as five stars, filled by its rounded-down value, and as a number; a text when there is no rating. */
export function Stars({ rating }: { rating: number | null }) {
  if (rating === null) return <span className="small soft">{copy.noRating}</span>;
  const filled = filledStars(rating);
  return (
    <span className={styles.rating}>
      <svg
        className={styles.stars}
        viewBox="0 0 128 24"
        role="img"
        aria-label={copy.rated(rating.toFixed(1))}
      >
        <use href={spriteRef(`stars-${filled}`)} />
      </svg>
      <span aria-hidden="true">{rating.toFixed(1)}</span>
    </span>
  );
}
