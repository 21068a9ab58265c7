import { Fragment, useState } from 'react';
import {
  type DeskLedgerTransaction,
  exportLedger,
  getLedger,
  type LedgerPage,
} from '#contracts/desk/desk-money.ts';
import { currencySymbol, toMajor } from '#contracts/money.ts';
import { requestFor } from '#src/browser/api.ts';
import { deskPaths, paymentPath } from '#src/browser/desk-paths.ts';
import { withQuery } from '#src/browser/paths.ts';
import { classNames } from '#src/ui/class-names.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Badge } from '#src/ui/Facts.tsx';
import deskStyles from '../desk.module.css';
import { ExportLink, PageTurner, ScrolledTable } from '../ListParts.tsx';
import { RelativeTime } from '../PageParts.tsx';
import { DeskQueryState, useDeskQuery } from '../use-desk-query.tsx';
import { moneyCopy } from './money.copy.ts';
import styles from './money.module.css';

const copy = moneyCopy.ledger;

/** Balances per account and currency, and the transactions of one account or of all. */
export function Ledger() {
  const [account] = useState(() => new URLSearchParams(location.search).get('account') ?? undefined);
  const [page, setPage] = useState(1);
  const ledger = useDeskQuery(getLedger, { query: { account, page } });
  const data = ledger.data?.data;
  return (
    <>
      <DeskQueryState query={ledger} />
      {data && (
        <>
          <div className="row row-apart">
            <h2>{copy.balances}</h2>
            <ExportLink file={requestFor(exportLedger, { query: { account } })} />
          </div>
          <p className="small soft">{copy.balancesHint}</p>
          {data.balances.length === 0 ? (
            <EmptyState text={copy.empty} />
          ) : (
            <Balances balances={data.balances} />
          )}
          <div className="row row-apart">
            <h2>{account ? copy.of(account) : copy.transactions}</h2>
            {account && <a href={accountPath()}>{copy.allAccounts}</a>}
          </div>
          {data.transactions.length > 0 && <LedgerTransactions transactions={data.transactions} />}
          <PageTurner page={data.currentPage} hasMore={data.hasMore} labels={copy} onTurn={setPage} />
        </>
      )}
    </>
  );
}

function Balances({ balances }: Pick<LedgerPage, 'balances'>) {
  return (
    <ScrolledTable
      label={copy.balances}
      columns={[copy.account, copy.accounts, copy.debits, copy.credits, copy.balance]}
    >
      {balances.map(({ account, currency, accounts, debitsMinor, creditsMinor, balanceMinor }) => (
        <tr key={`${account} ${currency}`}>
          <th scope="row">
            <a href={accountPath(account)}>{account}</a> <span className="soft small">{currency}</span>
          </th>
          <td className={styles.amount}>{accounts.toLocaleString('en-GB')}</td>
          <td className={styles.amount}>{signedAmount(debitsMinor, currency)}</td>
          <td className={styles.amount}>{signedAmount(creditsMinor, currency)}</td>
          <td className={styles.amount}>
            <strong>{signedAmount(balanceMinor, currency)}</strong>{' '}
            {isOverdrawn(account, balanceMinor) && <Badge kind="warn">{copy.overdrawn}</Badge>}
          </td>
        </tr>
      ))}
    </ScrolledTable>
  );
}

// The database refuses a debit that would overdraw a request or pool.
const isOverdrawn = (account: string, balanceMinor: number) =>
  account === 'completion_fund' && balanceMinor > 0;

/** Path of the ledger: of one account, of a group such as `request:*`, or of all. */
const accountPath = (account?: string) => withQuery(deskPaths.money, { view: 'ledger', account });

/** Formats a debit, credit or balance with its sign, and with two decimals, so that the amounts of a column line up. */
function signedAmount(minor: number, currency: string): string {
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
