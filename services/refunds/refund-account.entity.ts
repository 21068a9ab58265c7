import { EntitySchema } from 'typeorm';
import { createdAt, reference, text } from '#services/platform/database/columns.ts';

/**
 * The encrypted bank details of a payer, in a table of their own so that no query of refunds returns them. Deleted when
 * the provider has taken them.
 */
export interface RefundAccountRow {
  refundId: string;
  /** Version of the wrapping key, from configuration. */
  keyVersion: string;
  wrappedKey: Buffer;
  sealed: Buffer;
  createdAt: Date;
}

export const RefundAccountEntity = new EntitySchema<RefundAccountRow>({
  name: 'RefundAccount',
  tableName: 'refund_accounts',
  columns: {
    refundId: reference('Refund', { onDelete: 'CASCADE', primary: true }),
    keyVersion: text,
    wrappedKey: { type: 'bytea' },
    sealed: { type: 'bytea' },
    createdAt,
  },
});
