import { useSettings } from '../../browser/settings.ts';
import { Cloth } from '../../ui/drawings/Cloth.tsx';
import { Amounts } from '../../ui/FactList.tsx';
import styles from './help.module.css';
import { amountPreview } from './help-form.ts';
import { requestsCopy } from './requests.copy.ts';

const copy = requestsCopy.amount;

/** Price, service fee and total that a sponsor will pay, and the next steps. */
export function AmountPreview(props: { price: string; currency: string; courseTitle: string }) {
  const amount = amountPreview(props.price, props.currency, useSettings().data?.serviceFeeBasisPoints);
  return (
    <aside className={`card ${styles.amount} ${styles.aside}`} aria-labelledby="amount-title">
      <Cloth word={props.courseTitle.trim() || 'a course'} columns={8} rows={2} />
      <h2 id="amount-title">{copy.title}</h2>
      {amount ? (
        <Amounts
          lines={[
            [copy.course, amount.course],
            [copy.fee, amount.fee],
            [copy.total, amount.total],
          ]}
        />
      ) : (
        <p className="soft">{copy.empty}</p>
      )}
      <h3>{copy.nextTitle}</h3>
      <ol className={`soft small ${styles.next}`}>
        {copy.next.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </aside>
  );
}
