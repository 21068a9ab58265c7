import type { ReactNode } from 'react';
import styles from './desk.module.css';

/** A table that scrolls sideways in its frame where the screen is narrow; `children` are its rows. */
export function ScrolledTable(props: { label: string; columns: readonly string[]; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard on a phone
    <section className={styles.scroll} aria-label={props.label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {props.columns.map((text) => (
              <th key={text} scope="col">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </section>
  );
}
