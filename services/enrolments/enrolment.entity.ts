import { documentFile } from '#contracts/document-file.ts';
import * as column from '#services/platform/database/columns.ts';
import { defineEntity, type RowOf } from '#services/platform/database/define-entity.ts';
import { fileColumns } from '#services/platform/files/stored-object.entity.ts';

/** A course on a person's dashboard: saved from the catalogue, or paid through a request. */
export type Enrolment = RowOf<typeof EnrolmentEntity>;

export const EnrolmentEntity = defineEntity({
  name: 'Enrolment',
  tableName: 'enrolments',
  columns: {
    id: column.id,
    userId: column.reference('User', { onDelete: 'CASCADE' }),
    requestId: column.reference('HelpRequest', { onDelete: 'SET NULL', nullable: true }),
    title: column.text,
    description: column.text,
    link: column.text,
    /** See specification section 4. */
    status: column.oneOf(['in-progress', 'completed'], { default: 'in-progress' }),
    completedAt: column.moment,
    createdAt: column.createdAt,
  },
  indices: [
    {
      name: 'enrolments_saved_once',
      columns: ['userId', 'link'],
      unique: true,
      where: 'request_id IS NULL',
    },
    { name: 'enrolments_request_once', columns: ['requestId'], unique: true },
    { name: 'enrolments_user', columns: ['userId', 'createdAt'] },
  ],
  checks: [
    { name: 'enrolments_completed_at', expression: `(status = 'completed') = (completed_at IS NOT NULL)` },
  ],
});

/** A learner's certificate of a completed course; self-reported and not verified. */
export const CertificateEntity = defineEntity({
  name: 'Certificate',
  tableName: 'certificates',
  columns: {
    enrolmentId: column.reference('Enrolment', { onDelete: 'CASCADE', primary: true }),
    contentType: column.oneOf(documentFile.types),
    ...fileColumns,
    /** The sponsor who paid may see it. */
    isShared: column.flag,
    createdAt: column.createdAt,
  },
});

/**
 * The proof that the course of a paid request was bought or its learner enrolled; at most one per request, never
 * replaced.
 */
export type Proof = RowOf<typeof ProofEntity>;

export const ProofEntity = defineEntity({
  name: 'Proof',
  tableName: 'proofs',
  columns: {
    requestId: column.reference('HelpRequest', { onDelete: 'CASCADE', primary: true }),
    contentType: column.oneOf(documentFile.types),
    ...fileColumns,
    /** The sponsor who paid or an operator; never shown, because the sponsor may be anonymous. */
    addedById: column.exportedTo(
      column.reference('User', { onDelete: 'SET NULL', nullable: true }),
      'sponsor',
    ),
    createdAt: column.createdAt,
  },
  indices: [{ name: 'proofs_added_by', columns: ['addedById'] }],
});
