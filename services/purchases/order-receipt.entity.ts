import { EntitySchema } from 'typeorm';
import { type DocumentType, documentFile } from '#contracts/document-file.ts';
import { createdAt, oneOf, reference, text } from '#services/platform/database/columns.ts';
import { fileColumns, hasFile, type StoredBytes } from '#services/platform/files/file-columns.ts';

/** The platform's receipt for one order of a purchase; a purchase that is bought again gets another one. */
export interface OrderReceipt extends StoredBytes {
  purchaseId: string;
  attempt: number;
  contentType: DocumentType;
  uploadedById: string;
  createdAt: Date;
}

export const OrderReceiptEntity = new EntitySchema<OrderReceipt>({
  name: 'OrderReceipt',
  tableName: 'order_receipts',
  columns: {
    purchaseId: reference('Purchase', { onDelete: 'CASCADE', primary: true }),
    attempt: { type: 'integer', primary: true },
    contentType: text,
    ...fileColumns,
    uploadedById: reference('User'),
    createdAt,
  },
  indices: [{ name: 'order_receipts_uploaded_by', columns: ['uploadedById'] }],
  checks: [
    hasFile('order_receipts'),
    { name: 'order_receipts_content_type_known', expression: oneOf('content_type', documentFile.types) },
  ],
});
