import { EntitySchema } from 'typeorm';
import { createdAt, reference, text } from '#services/platform/database/columns.ts';

/** The encrypted enrolment code of a purchase, until it is redeemed; never in a mail, log or job. */
export interface PurchaseCode {
  purchaseId: string;
  /** Version of the wrapping key, from configuration. */
  keyVersion: string;
  wrappedKey: Buffer;
  sealed: Buffer;
  createdAt: Date;
}

export const PurchaseCodeEntity = new EntitySchema<PurchaseCode>({
  name: 'PurchaseCode',
  tableName: 'purchase_codes',
  columns: {
    purchaseId: reference('Purchase', { onDelete: 'CASCADE', primary: true }),
    keyVersion: text,
    wrappedKey: { type: 'bytea' },
    sealed: { type: 'bytea' },
    createdAt,
  },
});
