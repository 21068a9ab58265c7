import type { CaseDetails } from '#contracts/desk/desk.ts';
import { deskCopy } from '../desk.copy.ts';
import { RelativeTime } from '../RelativeTime.tsx';
import styles from './case.module.css';

const copy = deskCopy.case;

/** The acts on a case, oldest first. */
export function CaseHistory({ history }: Pick<CaseDetails, 'history'>) {
  return (
    <section className="card stack stack-tight" aria-labelledby="case-history">
      <h2 id="case-history">{copy.history}</h2>
      <ol className={`bare ${styles.history}`}>
        {history.map((act) => (
          <li key={`${act.at} ${act.act}`}>
            <p>
              <strong>{act.actor ?? copy.system}</strong> {act.act.replaceAll(/[_-]/g, ' ')}{' '}
              <span className="soft small">
                <RelativeTime time={act.at} />
              </span>
            </p>
            {act.detail && <p className="small">{act.detail}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
