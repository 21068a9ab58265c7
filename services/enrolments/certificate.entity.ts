import { EntitySchema } from 'typeorm';
import { type DocumentType, documentFile } from '#contracts/document-file.ts';
import { createdAt, flag, oneOf, reference, text } from '#services/platform/database/columns.ts';

/** A learner's certificate of a completed course; self-reported and not verified. */
export interface Certificate {
  enrolmentId: string;
  contentType: DocumentType;
  data: Buffer;
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
    data: { type: 'bytea' },
    isShared: flag,
    createdAt,
  },
  checks: [
    { name: 'certificates_content_type_known', expression: oneOf('content_type', documentFile.types) },
  ],
});
