import { Fragment } from 'react';
import type { DeskLedgerTransaction } from '#contracts/desk/desk-money.ts';
import { currencySymbol, toMajor } from '#contracts/money.ts';
import { deskPaths, paymentPath } from '#src/browser/desk-paths.ts';
import { withQuery } from '#src/browser/paths.ts';
import { classNames } from '#src/ui/class-names.ts';
import deskStyles from '../desk.module.css';
import { RelativeTime } from '../RelativeTime.tsx';
import { moneyCopy } from './money.copy.ts';
import styles from './money.module.css';

const copy = moneyCopy.ledger;

/** Path of the ledger of one account, or of a group such as `request:*`. */
export const accountPath = (account: string) => withQuery(deskPaths.money, { view: 'ledger', account });

/** Formats a debit, credit or balance with its sign, and with two decimals, so that the amounts of a column line up. */
export function signedAmount(minor: number, currency: string): string {
  const amount = toMajor(Math.abs(minor)).toLocaleString('en-GB', { minimumFractionDigits: 2 });
  return `${minor < 0 ? '−' : ''}${currencySymbol(currency)}${amount}`;
}

/** Transactions of the ledger with their postings. */
export function LedgerTransactions(props: {
  transactions: readonly DeskLedgerTransaction[];
  isOfOnePayment?: boolean;
}) {
  return (
    <ol className={`bare ${deskStyles.log}`}>
      {props.transactions.map(({ id, kind, at, actor, paymentId, postings }) => (
        <li key={id} className={deskStyles.entry}>
          <span>
            <strong>{kind.replaceAll('_', ' ')}</strong>
            <span className="soft small">
              {' '}
              <RelativeTime time={at} /> {actor && <span>{copy.by(actor)}</span>}
            </span>
          </span>
          <dl className={classNames(styles.postings, props.isOfOnePayment && styles.wide)}>
            {postings.map(({ account, amount }, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position
              <Fragment key={line}>
                <dt>
                  <a href={accountPath(account)}>{account}</a>
                </dt>
                <dd className={styles.amount}>{signedAmount(amount.minor, amount.currency)}</dd>
              </Fragment>
            ))}
          </dl>
          {paymentId && !props.isOfOnePayment && <a href={paymentPath(paymentId)}>{copy.payment}</a>}
        </li>
      ))}
    </ol>
  );
}
