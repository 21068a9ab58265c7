import { EntitySchema } from 'typeorm';
import { type DocumentType, documentFile } from '#contracts/document-file.ts';
import { createdAt, oneOf, reference, text } from '#services/platform/database/columns.ts';
import { fileColumns, hasFile, type StoredBytes } from '#services/platform/files/file-columns.ts';

/**
 * The proof that the course of a paid request was bought or its learner enrolled; at most one per request, never
 * replaced.
 */
export interface Proof extends StoredBytes {
  requestId: string;
  contentType: DocumentType;
  /** The sponsor who paid or an operator; never shown, because the sponsor may be anonymous. */
  addedById: string | null;
  createdAt: Date;
}

export const ProofEntity = new EntitySchema<Proof>({
  name: 'Proof',
  tableName: 'proofs',
  columns: {
    requestId: reference('HelpRequest', { onDelete: 'CASCADE', primary: true }),
    contentType: text,
    ...fileColumns,
    addedById: reference('User', { onDelete: 'SET NULL', nullable: true }),
    createdAt,
  },
  indices: [{ name: 'proofs_added_by', columns: ['addedById'] }],
  checks: [
    hasFile('proofs'),
    { name: 'proofs_content_type_known', expression: oneOf('content_type', documentFile.types) },
  ],
});
