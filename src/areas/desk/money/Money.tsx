import { useState } from 'react';
import {
  getReconciliation,
  listDeskPledges,
  type Reconciliations,
  startReconciliation,
} from '#contracts/desk/desk-money.ts';
import { formatMinor } from '#contracts/money.ts';
import { casePath, deskPaths, paymentPath } from '#src/browser/desk-paths.ts';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Badge } from '#src/ui/Facts.tsx';
import { callDesk } from '../call-desk.ts';
import { ProviderLink } from '../case/ProviderLink.tsx';
import { PageTurner, ScrolledTable, ViewLinks } from '../ListParts.tsx';
import { MailLink, PersonLink, RelativeTime } from '../PageParts.tsx';
import {
  DeskQueryState,
  useDeskAction,
  useDeskPolling,
  useDeskQuery,
  useLiveDesk,
} from '../use-desk-query.tsx';
import { Ledger } from './Ledger.tsx';
import { moneyCopy as copy } from './money.copy.ts';
import styles from './money.module.css';
import { Payment } from './Payment.tsx';
import { Payments } from './Payments.tsx';

const views = { payments: Payments, ledger: Ledger, reconciliation: Reconciliation, pledges: Pledges };

/** Payments, ledger, reconciliation or pledges, as the address says; with an id in it the page of that payment. */
export function Money() {
  const [search] = useState(() => new URLSearchParams(location.search));
  const id = search.get('id');
  if (id) return <Payment id={id} />;
  const view = copy.tabs.find((tab) => tab.view === (search.get('view') ?? undefined))?.view;
  const View = views[view ?? 'payments'];
  return (
    <>
      <h1>{copy.title}</h1>
      <ViewLinks label={copy.title} path={deskPaths.money} tabs={copy.tabs} current={view} />
      <View />
    </>
  );
}

/** The pledges of sponsors to groups, which nothing is charged for, newest first. */
function Pledges() {
  const [page, setPage] = useState(1);
  const query = useDeskQuery(listDeskPledges, { query: { page } });
  const data = query.data?.data;
  return (
    <>
      <DeskQueryState query={query} />
      <p className="small soft">{copy.pledges.hint}</p>
      {data?.pledges.length === 0 && <EmptyState text={copy.pledges.empty} />}
      {data && data.pledges.length > 0 && (
        <>
          <p>{copy.pledges.total(data.totals.map(({ minor, currency }) => formatMinor(minor, currency)))}</p>
          <ScrolledTable label={copy.pledges.table} columns={copy.pledges.columns}>
            {data.pledges.map(({ id, amount, targetGroup, note, status, sponsor, createdAt }) => (
              <tr key={id}>
                <td translate="no">{formatMinor(amount.minor, amount.currency)}</td>
                <td>
                  <div className={styles.words}>
                    <p>{targetGroup}</p>
                    {note && <p className="small soft">{note}</p>}
                  </div>
                </td>
                <td>{copy.pledges.statuses[status]}</td>
                <td>
                  <PersonLink person={sponsor} />
                </td>
                <td>
                  <RelativeTime time={createdAt} />
                </td>
              </tr>
            ))}
          </ScrolledTable>
          <PageTurner page={data.currentPage} hasMore={data.hasMore} labels={copy.pledges} onTurn={setPage} />
        </>
      )}
    </>
  );
}

/** Results of reconciliations, and the button that starts one. */
function Reconciliation() {
  const reconciliations = useDeskQuery(getReconciliation, {});
  const { running, run } = useDeskAction();
  useLiveDesk();
  const data = reconciliations.data?.data;
  // The result is announced a moment before its job has ended.
  useDeskPolling(data?.isRunning ?? false);
  return (
    <>
      <p className="soft">{copy.reconciliation.lead}</p>
      <DeskQueryState query={reconciliations} />
      {data && (
        <>
          <div className="row">
            <Button
              text={copy.reconciliation.run}
              busy={(running !== undefined || data.isRunning) && copy.reconciliation.running}
              onPress={() => run('run', () => callDesk(startReconciliation, {}))}
            />
            <span role="status">{data.isRunning && copy.reconciliation.waiting}</span>
          </div>
          {data.runs.length === 0 && <EmptyState text={copy.reconciliation.empty} />}
          {data.runs.map((result) => (
            <Run key={result.id} run={result} />
          ))}
        </>
      )}
    </>
  );
}

function Run({ run }: { run: Reconciliations['runs'][number] }) {
  const more = run.differenceCount - run.differences.length;
  return (
    <article className="card stack stack-tight">
      <p className="row">
        {run.failure !== null ? (
          <Badge kind="warn">{copy.reconciliation.failed}</Badge>
        ) : run.differenceCount > 0 ? (
          <Badge kind="warn">{copy.reconciliation.differences(run.differenceCount)}</Badge>
        ) : (
          <Badge kind="good">{copy.reconciliation.equal}</Badge>
        )}
        <RelativeTime time={run.finishedAt} />
        <span className="soft small">
          {run.requestedBy ? copy.reconciliation.by(run.requestedBy) : copy.reconciliation.nightly} ·{' '}
          {copy.reconciliation.counts(run.transactions, run.recordedFees)}
        </span>
      </p>
      {run.failure && <p>{run.failure}</p>}
      {run.differences.length > 0 && (
        <ul>
          {run.differences.map((difference) => (
            <Difference key={difference.summary} difference={difference} />
          ))}
        </ul>
      )}
      {more > 0 && <p className="soft small">{copy.reconciliation.more(more)}</p>}
    </article>
  );
}

type Difference = Reconciliations['runs'][number]['differences'][number];

/** A difference with its case and payment, or what the provider says about a transaction that no payment has. */
function Difference({ difference }: { difference: Difference }) {
  const { summary, caseId, payment, transaction } = difference;
  return (
    <li>
      <span>{summary}</span> {caseId && <a href={casePath(caseId)}>{copy.reconciliation.case}</a>}
      {payment && (
        <p className="small">
          <a href={paymentPath(payment.id)} translate="no">
            {payment.reference}
          </a>{' '}
          · <PersonLink person={payment.payer} />
        </p>
      )}
      {transaction && (
        <p className="small">
          <span translate="no">{formatMinor(transaction.amount.minor, transaction.amount.currency)}</span>
          {transaction.paidAt && (
            <span>
              {' · '}
              <RelativeTime time={transaction.paidAt} />
            </span>
          )}{' '}
          {transaction.payerEmail && <MailLink to={transaction.payerEmail} />}{' '}
          <ProviderLink {...transaction} />
        </p>
      )}
    </li>
  );
}
