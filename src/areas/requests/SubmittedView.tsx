import { useEffect, useRef } from 'react';
import { paths } from '../../browser/paths.ts';
import { Cloth } from '../../ui/Cloth.tsx';
import styles from './help.module.css';
import { requestsCopy } from './requests.copy.ts';

const copy = requestsCopy.success;

/** The full-screen Success view after a request was sent. */
export function SubmittedView(props: { invitationsWait: boolean }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);

  return (
    <section className={styles.success} aria-labelledby="submitted-title">
      <Cloth word="submitted" columns={24} rows={5} />
      <div>
        <h1 id="submitted-title" tabIndex={-1} ref={title}>
          {copy.title}
        </h1>
        <p className="lead">{copy.text}</p>
        {props.invitationsWait && <p className="notice measure">{copy.waiting}</p>}
        <p className="row">
          <a className="button" href={paths.home}>
            {copy.home}
          </a>
          <a className="button button-quiet" href={paths.dashboard}>
            {copy.dashboard}
          </a>
        </p>
      </div>
    </section>
  );
}
