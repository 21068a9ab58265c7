import { EntitySchema } from 'typeorm';
import { type DocumentType, documentFile } from '#contracts/document-file.ts';
import { createdAt, oneOf, reference, text } from '#services/platform/database/columns.ts';
import { fileColumns, hasFile, type StoredBytes } from '#services/platform/files/file-columns.ts';

/** The invoice of a learner's school that is paid instead of an order on a platform; at most one per request. */
export interface Invoice extends StoredBytes {
  requestId: string;
  contentType: DocumentType;
  createdAt: Date;
}

export const InvoiceEntity = new EntitySchema<Invoice>({
  name: 'Invoice',
  tableName: 'invoices',
  columns: {
    requestId: reference('HelpRequest', { onDelete: 'CASCADE', primary: true }),
    contentType: text,
    ...fileColumns,
    createdAt,
  },
  checks: [
    hasFile('invoices'),
    { name: 'invoices_content_type_known', expression: oneOf('content_type', documentFile.types) },
  ],
});
