import * as column from '#services/platform/database/columns.ts';
import { defineEntity, type RowOf } from '#services/platform/database/define-entity.ts';

/** A PDF that was stored before uploads were rewritten without metadata; the row is deleted when that is done. */
export type DocumentToStrip = RowOf<typeof DocumentToStripEntity>;

export const DocumentToStripEntity = defineEntity({
  name: 'DocumentToStrip',
  tableName: 'documents_to_strip',
  columns: {
    /** The kind of document that is stored as an uploaded file. */
    document: { ...column.oneOf(['proof', 'invoice', 'receipt', 'certificate']), primary: true },
    /** Key of the document's row: a request, purchase or enrolment. */
    ownerId: { ...column.uuid, primary: true },
    /** Order of a purchase; 0 for other documents. */
    attempt: { ...column.counter, primary: true },
    requestId: column.reference('HelpRequest', { onDelete: 'CASCADE' }),
    /** How often it could not be read. */
    tries: column.counter,
    /** Why it cannot be rewritten: set when an operator has to decide; the document stays as it is. */
    problem: column.optional(column.oneOf(['encrypted', 'unreadable', 'program'])),
  },
  indices: [{ name: 'documents_to_strip_request', columns: ['requestId'] }],
});
