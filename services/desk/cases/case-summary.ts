import type { CaseSubjectType } from '#contracts/cases/cases.ts';
import type { CaseSummary } from '#contracts/desk/desk.ts';
import type { Approver } from '#services/cases/approval.ts';
import { isExcluded } from '#services/cases/case-ownership.ts';
import { isoTimes, type WithDates } from '#services/platform/iso-times.ts';
import { approvalsSql } from '../approvals/approvals-sql.ts';

/** A case as {@link caseColumns} selects it. */
export type CaseRow = WithDates<Omit<CaseSummary, 'owner' | 'excluded'>, 'dueAt' | 'createdAt'> &
  Record<'ownerId' | 'ownerName' | 'excludedId' | 'excludedApproverId', string | null>;

/** SQL: the course or person that a case `c` is about, with {@link caseJoins}. */
export const aboutSql = 'coalesce(r.course_title, about_person.full_name, about_course.title)';

/** Columns of a case `c` for {@link presentCase}, with {@link caseJoins}. */
export const caseColumns = `c.id, c.kind, c.summary, c.status, c.owner_id AS "ownerId", owner.full_name AS "ownerName",
  c.waiting_on AS "waitingOn", CASE c.status WHEN 'waiting' THEN c.waiting_for END AS "waitingFor",
  c.excluded_id AS "excludedId", c.excluded_approver_id AS "excludedApproverId", c.due_at AS "dueAt", c.created_at AS "createdAt", c.occurrences,
  ${aboutSql} AS about, c.id IN (SELECT w."caseId" FROM (${approvalsSql}) w) AS "waitsForApproval"`;

/** SQL: the id of the subject of a case `c` if it has this type. The cast allows the use of indexes; other subjects have no UUID. */
export const subjectOf = (type: CaseSubjectType) =>
  `CASE c.subject_type WHEN '${type}' THEN c.subject_id::uuid END`;

/** Joins owner, payment `p`, purchase, request `r` and person of a case `c`, as far as the subject has them. */
export const caseJoins = `LEFT JOIN users owner ON owner.id = c.owner_id
  LEFT JOIN purchases bought ON bought.id = ${subjectOf('purchase')}
  LEFT JOIN payments p ON p.id = coalesce(bought.payment_id, ${subjectOf('payment')})
  LEFT JOIN thank_yous about_words ON about_words.id = ${subjectOf('thank_you')}
  LEFT JOIN requests r ON r.id = coalesce(bought.request_id, p.request_id, about_words.request_id, ${subjectOf('request')})
  LEFT JOIN meetings about_meeting ON about_meeting.id = ${subjectOf('meeting')}
  LEFT JOIN users about_person ON about_person.id = coalesce(about_meeting.sponsor_id, ${subjectOf('user')})
  LEFT JOIN courses about_course ON about_course.id = ${subjectOf('course')}`;

/** Maps a row to its entry in the inbox. @param operators all who can sign in */
export function presentCase(
  { ownerId, ownerName, excludedId, excludedApproverId, ...summary }: CaseRow,
  operators: readonly Approver[],
): CaseSummary {
  const exclusion = { excludedId, excludedApproverId };
  return {
    ...isoTimes(summary),
    owner: ownerId ? { id: ownerId, name: ownerName ?? '' } : null,
    excluded: operators.map(({ id }) => id).filter((id) => isExcluded(exclusion, id, operators)),
  };
}
