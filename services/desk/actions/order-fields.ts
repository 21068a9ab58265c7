import { toMajor } from '#contracts/money.ts';
import { row } from '#services/platform/database/sql.ts';
import {
  type ActionClient,
  type ActionContext,
  type CaseAction,
  field,
  optionalField,
} from './case-action.ts';

interface LastOrder {
  chargedMinor: number | null;
  chargedCurrency: string;
  exchangeRate: number;
}

/**
 * Returns the last order of this purchase that came to nothing; else currency and rate of the newest order at the same platform for
 * a payment in the same currency, of the last 200 orders of all platforms.
 */
function findLastOrder(client: ActionClient, purchaseId: string): Promise<LastOrder | undefined> {
  return row<LastOrder>(
    client,
    `(SELECT last_charged_minor::float8 AS "chargedMinor", last_charged_currency AS "chargedCurrency",
       last_exchange_rate::float8 AS "exchangeRate"
     FROM purchases WHERE id = $1 AND last_charged_currency IS NOT NULL)
     UNION ALL
     (SELECT NULL, o.charged_currency, o.exchange_rate::float8 FROM purchases u JOIN requests r ON r.id = u.request_id JOIN payments p ON p.id = u.payment_id,
       (SELECT request_id, payment_id, charged_currency, exchange_rate, bought_at FROM purchases
        WHERE bought_at IS NOT NULL ORDER BY bought_at DESC LIMIT 200) o
       JOIN requests other ON other.id = o.request_id JOIN payments paid ON paid.id = o.payment_id
     WHERE u.id = $1 AND other.platform = r.platform AND paid.currency = p.currency AND o.charged_currency IS NOT NULL
     ORDER BY o.bought_at DESC LIMIT 1)
     ORDER BY 1 NULLS LAST LIMIT 1`,
    [purchaseId],
  );
}

/** Returns the fields of an order, which start with the charge, its currency and its rate of the last one. */
export async function orderFields(
  client: ActionClient,
  { case: { subjectId } }: ActionContext,
): Promise<CaseAction['fields']> {
  const last = await findLastOrder(client, subjectId);
  const rate = last && last.exchangeRate !== 1 ? String(last.exchangeRate) : undefined;
  return [
    field(
      'line',
      'orderNumber',
      'Order number',
      'For the invoice of a school: the reference of your transfer.',
    ),
    startingWith(field('amount', 'charged', 'What the platform charged'), amountText(last?.chargedMinor)),
    startingWith(
      field('line', 'currency', 'Currency of the charge', 'Three letters, such as USD.'),
      last?.chargedCurrency,
    ),
    startingWith(
      optionalField(
        'line',
        'exchangeRate',
        'Exchange rate to the currency of the payment',
        rate
          ? 'The rate of the last order: please check it. Leave empty for the same currency.'
          : 'Leave empty for the same currency.',
      ),
      rate,
    ),
    optionalField(
      'day',
      'redeemBy',
      'Redeem by',
      'The last day that the platform names. Leave empty when there is none.',
    ),
  ];
}

const amountText = (minor: number | null | undefined): string | undefined =>
  minor ? toMajor(minor).toFixed(2) : undefined;

const startingWith = (
  shown: CaseAction['fields'][number],
  initial: string | undefined,
): CaseAction['fields'][number] => (initial ? { ...shown, initial } : shown);
