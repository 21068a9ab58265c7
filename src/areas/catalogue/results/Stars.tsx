import { catalogueCopy as copy } from '../catalogue.copy.ts';
import { filledStars } from '../course/course-facts.ts';
import styles from './stars.module.css';

const stars = [1, 2, 3, 4, 5];
const star = 'M12 1.8l3.1 6.6 7.2.9-5.3 5 1.4 7.1L12 17.9l-6.4 3.5 1.4-7.1-5.3-5 7.2-.9z';

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
        {stars.map((place) => (
          <path
            key={place}
            className={place <= filled ? styles.full : styles.open}
            transform={`translate(${(place - 1) * 26} 0)`}
            d={star}
          />
        ))}
      </svg>
      <span aria-hidden="true">{rating.toFixed(1)}</span>
    </span>
  );
}
