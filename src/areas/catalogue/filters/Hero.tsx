import { Cloth } from '../../../ui/drawings/Cloth.tsx';
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
        <Cloth word="explore" columns={48} rows={1} />
      </div>
    </header>
  );
}
