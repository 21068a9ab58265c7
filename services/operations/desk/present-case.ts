import type { CaseSummary } from '#contracts/desk.ts';
import type { Case } from '../cases/case.entity.ts';

/** A case as {@link caseColumns} selects it. */
export interface CaseRow
  extends Pick<
    Case,
    'id' | 'kind' | 'summary' | 'status' | 'ownerId' | 'waitingOn' | 'dueAt' | 'createdAt' | 'occurrences'
  > {
  about: string | null;
  ownerName: string | null;
}

/** Columns of a case `c` for {@link presentCase}, with {@link caseJoins}. */
export const caseColumns = `c.id, c.kind, c.summary, c.status, c.owner_id AS "ownerId", owner.full_name AS "ownerName",
  c.waiting_on AS "waitingOn", c.due_at AS "dueAt", c.created_at AS "createdAt", c.occurrences,
  coalesce(r.course_title, about_person.full_name) AS about`;

/** Joins owner, payment `p`, request `r` and person of a case `c`, as far as the subject has them. */
export const caseJoins = `LEFT JOIN users owner ON owner.id = c.owner_id
  LEFT JOIN payments p ON c.subject_type = 'payment' AND p.id::text = c.subject_id
  LEFT JOIN requests r ON r.id = p.request_id OR (c.subject_type = 'request' AND r.id::text = c.subject_id)
  LEFT JOIN users about_person ON c.subject_type = 'user' AND about_person.id::text = c.subject_id`;

/** Maps a row to its entry in the inbox. */
export function presentCase({ ownerId, ownerName, dueAt, createdAt, ...same }: CaseRow): CaseSummary {
  return {
    ...same,
    owner: ownerId ? { id: ownerId, name: ownerName ?? '' } : null,
    dueAt: dueAt.toISOString(),
    createdAt: createdAt.toISOString(),
  };
}
