import { spriteRef } from '../../../ui/drawings/sprite/sprite.ts';
import { catalogueCopy as copy } from '../catalogue.copy.ts';
import styles from './hero.module.css';
import { longestText } from './read-filters.ts';

/** Page heading and keyword field. */
export function Hero(props: { value: string; onChange: (value: string) => void }) {
  return (
    <header>
      <div className={`page ${styles.inner}`}>
        <h1>{copy.title}</h1>
        <p className="lead">{copy.lead}</p>
        <div className="field">
          <label htmlFor="explore-search">{copy.keyword}</label>
          <div className={styles.line}>
            <input
              id="explore-search"
              className="input"
              type="search"
              name="search"
              value={props.value}
              maxLength={longestText}
              enterKeyHint="search"
              onChange={(event) => props.onChange(event.target.value)}
            />
            <button type="submit" className="button">
              {copy.search}
            </button>
          </div>
        </div>
      </div>
      <div className={styles.band}>
        <svg className="cloth" viewBox="0 0 1920 40" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
          <use href={spriteRef('explore-cloth')} />
        </svg>
      </div>
    </header>
  );
}
