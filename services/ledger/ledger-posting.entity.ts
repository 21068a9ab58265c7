import { EntitySchema } from 'typeorm';
import { amountMinor, currencyForm, reference, text } from '#services/platform/database/columns.ts';
import type { Account } from './accounts.ts';

/** One line of a ledger transaction. */
export interface LedgerPosting {
  transactionId: string;
  /** Position in its transaction, from 0. */
  line: number;
  account: Account;
  /** A debit is positive, a credit negative. */
  amountMinor: number;
  currency: string;
}

export const LedgerPostingEntity = new EntitySchema<LedgerPosting>({
  name: 'LedgerPosting',
  tableName: 'ledger_postings',
  columns: {
    transactionId: reference('LedgerTransaction', { primary: true }),
    line: { type: 'smallint', primary: true },
    account: text,
    amountMinor,
    currency: text,
  },
  indices: [{ name: 'ledger_postings_account', columns: ['account', 'currency'] }],
  checks: [
    { name: 'ledger_postings_currency_form', expression: currencyForm },
    { name: 'ledger_postings_amount', expression: 'amount_minor <> 0' },
    {
      name: 'ledger_postings_account_known',
      expression:
        `account ~ '^(provider|provider_fees|service_fees|completion_fund|purchases|refunds_out|disputes_lost` +
        `|(request|pool):[0-9a-f-]{36})$'`,
    },
  ],
});
