import { EntitySchema } from 'typeorm';
import { type DocumentType, documentFile } from '#contracts/document-file.ts';
import { createdAt, flag, oneOf, reference, text } from '#services/platform/database/columns.ts';
import { fileColumns, hasFile, type StoredBytes } from '#services/platform/files/file-columns.ts';

/** A learner's certificate of a completed course; self-reported and not verified. */
export interface Certificate extends StoredBytes {
  enrolmentId: string;
  contentType: DocumentType;
  /** The sponsor who paid may see it. */
  isShared: boolean;
  createdAt: Date;
}

export const CertificateEntity = new EntitySchema<Certificate>({
  name: 'Certificate',
  tableName: 'certificates',
  columns: {
    enrolmentId: reference('Enrolment', { onDelete: 'CASCADE', primary: true }),
    contentType: text,
    ...fileColumns,
    isShared: flag,
    createdAt,
  },
  checks: [
    hasFile('certificates'),
    { name: 'certificates_content_type_known', expression: oneOf('content_type', documentFile.types) },
  ],
});
