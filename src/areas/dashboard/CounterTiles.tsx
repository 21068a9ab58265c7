import type { ReactNode } from 'react';
import { reader } from '../../browser/reader.ts';
import { Button } from '../../ui/Button.tsx';
import { dashboardCopy as copy } from './dashboard.copy.ts';
import styles from './dashboard.module.css';

/** Numbers, each of which opens the list that it counts, and closes it again. */
export function CounterTiles<List extends string>(props: {
  counts: Readonly<Record<NoInfer<List>, number>>;
  /** In the order of the tiles. */
  names: Readonly<Record<List, string>>;
  shownList: string | undefined;
  onShow: (list: List, shown: List | undefined) => void;
}) {
  const { counts, names, shownList, onShow } = props;
  return (
    <dl className={styles.counters} aria-label={copy.countersLabel}>
      {(Object.keys(names) as List[]).map((name) => (
        <div key={name}>
          <dt>{names[name]}</dt>
          <dd>
            <button
              type="button"
              aria-pressed={shownList === name}
              onClick={() => onShow(name, shownList === name ? undefined : name)}
            >
              {counts[name].toLocaleString(reader.locale)}
              <span className="visually-hidden"> {names[name]}</span>
            </button>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows, above the list of a counter, the button that shows all rows again, and the error of the list. */
export function CountedListLead(props: { onShowAll: () => void; failure: ReactNode }) {
  return (
    <div className="stack">
      <p>
        <Button kind="plain" isSmall text={copy.showAll} onPress={props.onShowAll} />
      </p>
      {props.failure}
    </div>
  );
}
