import type { ReactNode } from 'react';
import type { requestFor } from '#src/browser/api.ts';
import { withQuery } from '#src/browser/paths.ts';
import { Button } from '#src/ui/Button.tsx';
import { deskCopy } from './desk.copy.ts';
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

/** A link that downloads a CSV file; the browser writes it to the disk while the server reads the rows. */
export function ExportLink({ file }: { file: ReturnType<typeof requestFor> }) {
  return (
    <a className="button button-quiet button-small" href={file.url} download title={deskCopy.exportHint}>
      {deskCopy.export}
    </a>
  );
}

/** Links to the views of a page of the desk, which are part of the address. */
export function ViewLinks(props: {
  label: string;
  path: string;
  tabs: readonly { view: string | undefined; text: string }[];
  current: string | undefined;
}) {
  const pathOf = (view: string | undefined) => withQuery(props.path, { view });
  return (
    <nav aria-label={props.label}>
      <ul className={`bare ${styles.views}`}>
        {props.tabs.map(({ view, text }) => (
          <li key={text}>
            <a href={pathOf(view)} aria-current={view === props.current ? 'page' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Turns the pages of a list, whose newest entries are on its first page. */
export function PageTurner(props: {
  /** The current page, from 1. */
  page: number;
  hasMore: boolean;
  labels: { newer: string; older: string };
  onTurn: (page: number) => void;
}) {
  const { page, hasMore, labels, onTurn } = props;
  return (
    <div className="row">
      {page > 1 && <Button kind="quiet" isSmall text={labels.newer} onPress={() => onTurn(page - 1)} />}
      {hasMore && <Button kind="quiet" isSmall text={labels.older} onPress={() => onTurn(page + 1)} />}
    </div>
  );
}
