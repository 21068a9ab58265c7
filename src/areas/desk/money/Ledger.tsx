import { Fragment, useState } from 'react';
import {
  type DeskLedgerTransaction,
  exportLedger,
  getLedger,
  type LedgerPage,
} from '#contracts/desk/desk-money.ts';
import {
  balanceSentence,
  ledgerAccountName,
  ledgerAmount,
  ledgerKindName,
  meantMinor,
} from '#contracts/desk/ledger-words.ts';
import { requestFor } from '#src/browser/api.ts';
import { deskPaths, paymentPath } from '#src/browser/desk-paths.ts';
import { withQuery } from '#src/browser/paths.ts';
import { classNames } from '#src/ui/class-names.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
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
            <h2>
              {account ? copy.of(ledgerAccountName(account, data.balances[0]?.about)) : copy.transactions}
            </h2>
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
      columns={[copy.account, copy.meaning, copy.balance, copy.in, copy.out, copy.accounts]}
    >
      {balances.map((balance) => {
        const { account, about, currency, accounts, debitsMinor, creditsMinor, balanceMinor } = balance;
        const grows = meantMinor(account, 1) > 0;
        const [inMinor, outMinor] = grows ? [debitsMinor, creditsMinor] : [creditsMinor, debitsMinor];
        return (
          <tr key={`${account} ${currency}`}>
            <th scope="row">
              <a href={accountPath(account)}>{ledgerAccountName(account, about)}</a>{' '}
              <span className="soft small">{currency}</span>
            </th>
            <td>
              <div className={styles.words}>{balanceSentence(balance)}</div>
            </td>
            <td className={styles.amount}>
              <strong>{ledgerAmount(meantMinor(account, balanceMinor), currency)}</strong>
            </td>
            <td className={styles.amount}>{ledgerAmount(inMinor, currency)}</td>
            <td className={styles.amount}>{ledgerAmount(outMinor, currency)}</td>
            <td className={styles.amount}>{accounts.toLocaleString('en-GB')}</td>
          </tr>
        );
      })}
    </ScrolledTable>
  );
}

/** Path of the ledger: of one account, of a group such as `request:*`, or of all. */
const accountPath = (account?: string) => withQuery(deskPaths.money, { view: 'ledger', account });

/** Transactions of the ledger with their postings. */
export function LedgerTransactions(props: {
  transactions: readonly DeskLedgerTransaction[];
  isOfOnePayment?: boolean;
}) {
  return (
    <ol className={`bare ${deskStyles.log}`}>
      {props.transactions.map(({ id, kind, at, actor, paymentId, paymentAbout, postings }) => (
        <li key={id} className={deskStyles.entry}>
          <span>
            <strong>{ledgerKindName(kind)}</strong>
            <span className="soft small">
              {' '}
              <RelativeTime time={at} /> {actor && <span>{copy.by(actor)}</span>}
            </span>
          </span>
          <dl className={classNames(styles.postings, props.isOfOnePayment && styles.wide)}>
            {postings.map(({ account, about, amount }, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position
              <Fragment key={line}>
                <dt>
                  <a href={accountPath(account)}>{ledgerAccountName(account, about)}</a>
                </dt>
                <dd className={styles.amount}>
                  {ledgerAmount(meantMinor(account, amount.minor), amount.currency)}
                </dd>
              </Fragment>
            ))}
          </dl>
          {paymentId && !props.isOfOnePayment && (
            <a className="small" href={paymentPath(paymentId)}>
              {paymentAbout ?? copy.payment}
            </a>
          )}
        </li>
      ))}
    </ol>
  );
}
