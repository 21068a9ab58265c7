import { useState } from 'react';
import { exportLedger, getLedger, type LedgerPage } from '#contracts/desk/desk-money.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { DeskQueryState } from '../DeskQueryState.tsx';
import deskStyles from '../desk.module.css';
import { PageTurner } from '../PageTurner.tsx';
import { ScrolledTable } from '../ScrolledTable.tsx';
import { useDeskQuery } from '../use-desk-query.ts';
import { ExportLink } from './ExportLink.tsx';
import { accountPath, LedgerTransactions, signedAmount } from './LedgerTransactions.tsx';
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
          <div className={deskStyles.between}>
            <h2>{copy.balances}</h2>
            <ExportLink contract={exportLedger} query={{ account }} />
          </div>
          <p className="small soft">{copy.balancesHint}</p>
          {data.balances.length === 0 ? (
            <EmptyState text={copy.empty} />
          ) : (
            <Balances balances={data.balances} />
          )}
          <div className={deskStyles.between}>
            <h2>{account ? copy.of(account) : copy.transactions}</h2>
            {account && <a href={moneyCopy.tabs[1].href}>{copy.allAccounts}</a>}
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
            <strong>{signedAmount(balanceMinor, currency)}</strong>
            {isOverdrawn(account, balanceMinor) && (
              <>
                {' '}
                <Badge kind="warn">{copy.overdrawn}</Badge>
              </>
            )}
          </td>
        </tr>
      ))}
    </ScrolledTable>
  );
}

// The database refuses a debit that would overdraw a request or pool.
const isOverdrawn = (account: string, balanceMinor: number) =>
  account === 'completion_fund' && balanceMinor > 0;
