import { exportPayments, listPayments, type PaymentPage } from '#contracts/desk/desk-money.ts';
import { currencies, formatMinor } from '#contracts/money.ts';
import { paymentStatuses } from '#contracts/payments/payment-status.ts';
import { requestFor } from '#src/browser/api.ts';
import { paymentPath } from '#src/browser/desk-paths.ts';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Badge } from '#src/ui/Facts.tsx';
import { Select, TextField } from '#src/ui/fields/Field.tsx';
import { Pager } from '#src/ui/Pager.tsx';
import { ExportLink, ScrolledTable } from '../ListParts.tsx';
import { PersonLink, RelativeTime } from '../PageParts.tsx';
import { DeskQueryState, useAddressQuery, useDeskQuery, useLiveDesk } from '../use-desk-query.tsx';
import { moneyCopy } from './money.copy.ts';
import styles from './money.module.css';

const copy = moneyCopy.payments;

type PaymentStatus = PaymentPage['payments'][number]['status'];
const badges: Partial<Record<PaymentStatus, 'good' | 'warn' | 'wait'>> = {
  approved: 'good',
  added: 'good',
  refund_due: 'warn',
  needs_review: 'warn',
  initiating: 'wait',
  pending: 'wait',
};

/** Status of a payment as a label. */
export function PaymentBadge({ status }: { status: PaymentStatus }) {
  const kind = badges[status];
  return <Badge {...(kind && { kind })}>{moneyCopy.statuses[status]}</Badge>;
}

/** Payments with their filters, page by page. */
export function Payments() {
  const { query, replace, change, field } = useAddressQuery(listPayments, 'payments');
  const payments = useDeskQuery(listPayments, { query });
  useLiveDesk();
  const data = payments.data?.data;
  const { page: _, limit: _limit, ...filters } = query;
  const isFiltered = Object.values(filters).some((value) => value !== undefined && value !== '');
  return (
    <>
      <div className={styles.filters}>
        <TextField {...field('search')} type="search" label={copy.search} />
        <Select
          {...field('status')}
          label={copy.status}
          placeholder={copy.anyStatus}
          options={paymentStatuses.map((status) => [
            status,
            `${moneyCopy.statuses[status]}${data ? ` (${data.byStatus[status] ?? 0})` : ''}`,
          ])}
        />
        <Select
          {...field('currency')}
          label={copy.currency}
          placeholder={copy.anyCurrency}
          options={currencies.map((currency) => [currency, currency])}
        />
        <div className={styles.dates}>
          <TextField {...field('from')} type="date" label={copy.from} />
          <TextField {...field('until')} type="date" label={copy.until} />
        </div>
      </div>
      <DeskQueryState query={payments} />
      {data?.total === 0 && (
        <EmptyState text={isFiltered ? copy.emptyFiltered : copy.empty}>
          {isFiltered && <Button kind="quiet" text={copy.clear} onPress={() => replace({})} />}
        </EmptyState>
      )}
      {data && data.total > 0 && (
        <>
          <div className="row row-apart">
            <p role="status">{copy.count(data.total)}</p>
            <ExportLink file={requestFor(exportPayments, { query: filters })} />
          </div>
          <PaymentTable payments={data.payments} />
          <Pager
            label={copy.pages}
            current={data.currentPage}
            total={data.totalPages}
            path={(page) => `?${new URLSearchParams({ ...filters, page: String(page) } as never)}`}
            onPage={(page) => change({ page })}
          />
        </>
      )}
    </>
  );
}

function PaymentTable({ payments }: Pick<PaymentPage, 'payments'>) {
  return (
    <ScrolledTable label={copy.table} columns={copy.columns}>
      {payments.map(({ id, createdAt, status, amount, course, payer, reference }) => (
        <tr key={id}>
          <th scope="row">
            <a href={paymentPath(id)} title={reference} className={styles.reference}>
              <code translate="no">{reference}</code>
            </a>
          </th>
          <td>
            <RelativeTime time={createdAt} />
          </td>
          <td>
            <PaymentBadge status={status} />
          </td>
          <td className={styles.amount} translate="no">
            {formatMinor(amount.minor, amount.currency)}
          </td>
          <td>
            <span className={styles.course} title={course}>
              {course}
            </span>
          </td>
          <td>
            <span className={styles.course} title={payer.name}>
              <PersonLink person={payer} />
            </span>
          </td>
        </tr>
      ))}
    </ScrolledTable>
  );
}
