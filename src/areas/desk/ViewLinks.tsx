import styles from './desk.module.css';

/** Links to the views of a page of the desk, which are part of the address. */
export function ViewLinks(props: {
  label: string;
  tabs: readonly { view: string | undefined; text: string; href: string }[];
  current: string | undefined;
}) {
  return (
    <nav aria-label={props.label}>
      <ul className={`bare ${styles.views}`}>
        {props.tabs.map(({ view, text, href }) => (
          <li key={text}>
            <a href={href} aria-current={view === props.current ? 'page' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
