import { useEffect, useRef } from 'react';
import { paths } from '../../browser/paths.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Cloth } from '../../ui/drawings/Cloth.tsx';
import { UsualTime } from '../../ui/UsualTime.tsx';
import { GuardianWait } from './GuardianWait.tsx';
import styles from './help.module.css';
import { requestsCopy } from './requests.copy.ts';
import { whileUnpaid } from './waiting.copy.ts';

/**
 * The full-screen Success view after a request was sent or changed. A modal dialog, which makes the page behind it
 * inert.
 */
export function SubmittedView(props: {
  what: 'sent' | 'changed';
  invitationsWait: boolean;
  guardianWaits: boolean;
  needsInvoice?: boolean;
}) {
  const copy = { ...requestsCopy.success, ...requestsCopy.success[props.what] };
  const view = useRef<HTMLDialogElement>(null);
  useEffect(() => view.current?.showModal(), []);

  return (
    <dialog
      className={styles.success}
      aria-labelledby="submitted-title"
      ref={view}
      // The page behind is empty, so closing navigates home.
      onClose={() => location.assign(paths.home)}
    >
      <div>
        <Cloth word="submitted" columns={24} rows={5} />
        <div>
          <h1 id="submitted-title">{copy.title}</h1>
          {props.guardianWaits ? <GuardianWait /> : <p className="lead">{copy.text}</p>}
          {props.needsInvoice && <p className="notice measure">{copy.invoice}</p>}
          {props.invitationsWait && <p className="notice measure">{copy.waiting}</p>}
          {props.what === 'sent' && !props.guardianWaits && (
            <>
              <UsualTime until="paid" />
              <p className="soft measure">{whileUnpaid}</p>
            </>
          )}
          <p className="row">
            <LinkButton href={paths.home} text={copy.home} />
            <LinkButton kind="quiet" href={paths.dashboard} text={copy.dashboard} />
          </p>
        </div>
      </div>
    </dialog>
  );
}
