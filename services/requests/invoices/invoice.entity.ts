import { EntitySchema } from 'typeorm';
import { type DocumentType, documentFile } from '#contracts/document-file.ts';
import { createdAt, oneOf, reference, text } from '#services/platform/database/columns.ts';

/** The invoice of a learner's school that is paid instead of an order on a platform; at most one per request. */
export interface Invoice {
  requestId: string;
  contentType: DocumentType;
  data: Buffer;
  createdAt: Date;
}

export const InvoiceEntity = new EntitySchema<Invoice>({
  name: 'Invoice',
  tableName: 'invoices',
  columns: {
    requestId: reference('HelpRequest', { onDelete: 'CASCADE', primary: true }),
    contentType: text,
    data: { type: 'bytea' },
    createdAt,
  },
  checks: [{ name: 'invoices_content_type_known', expression: oneOf('content_type', documentFile.types) }],
});
