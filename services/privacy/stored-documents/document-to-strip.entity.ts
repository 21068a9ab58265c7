import { EntitySchema } from 'typeorm';
import { oneOf, optionalText, reference, text } from '#services/platform/database/columns.ts';

/** Documents that are stored as uploaded files. */
const storedDocuments = ['proof', 'invoice', 'receipt', 'certificate'] as const;
/** Why a PDF cannot be rewritten. */
const stripProblems = ['encrypted', 'unreadable', 'program'] as const;

/** A PDF that was stored before uploads were rewritten without metadata; the row is deleted when that is done. */
export interface DocumentToStrip {
  document: (typeof storedDocuments)[number];
  /** Key of the document's row: a request, purchase or enrolment. */
  ownerId: string;
  /** Order of a purchase; 0 for other documents. */
  attempt: number;
  requestId: string;
  /** How often it could not be read. */
  tries: number;
  /** Set when an operator has to decide; the document stays as it is. */
  problem: (typeof stripProblems)[number] | null;
}

export const DocumentToStripEntity = new EntitySchema<DocumentToStrip>({
  name: 'DocumentToStrip',
  tableName: 'documents_to_strip',
  columns: {
    document: { ...text, primary: true },
    ownerId: { type: 'uuid', primary: true },
    attempt: { type: 'integer', primary: true, default: 0 },
    requestId: reference('HelpRequest', { onDelete: 'CASCADE' }),
    tries: { type: 'integer', default: 0 },
    problem: optionalText,
  },
  indices: [{ name: 'documents_to_strip_request', columns: ['requestId'] }],
  checks: [
    { name: 'documents_to_strip_document_known', expression: oneOf('document', storedDocuments) },
    { name: 'documents_to_strip_problem_known', expression: oneOf('problem', stripProblems) },
  ],
});
