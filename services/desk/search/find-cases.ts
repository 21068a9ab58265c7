import { type CaseKind, caseNumber, type caseStatuses } from '#contracts/cases/cases.ts';
import { caseKindNames, caseStatusNames } from '#contracts/desk/desk-words.ts';
import { rows, type SqlClient } from '#services/platform/database/sql.ts';
import { foldWords, matchesSql, patternsOf } from './match-words.ts';
import { deskPages, type NamedResult } from './named-result.ts';
import type { ParsedSearch } from './parse-search.ts';

interface CaseRow {
  id: string;
  kind: CaseKind;
  summary: string;
  status: (typeof caseStatuses)[number];
  owner: string | null;
}

// As in the index cases_words.
const caseText = `(' ' || course_words(c.summary))`;

/**
 * Returns cases by number, subject or words of their summary, which has the course of a purchase: exact numbers first, then
 * those of the subjects, then open ones, the newest first.
 *
 * @param subjectIds of payments and purchases that the search identifies
 */
export async function findCases(
  db: SqlClient,
  text: string,
  { caseIds }: Pick<ParsedSearch, 'caseIds'>,
  subjectIds: readonly string[],
  limit: number,
): Promise<NamedResult[]> {
  const values: unknown[] = [subjectIds];
  const columns = (rank: number) => `c.id, c.created_at, c.status, ${rank} AS rank`;
  const select = (condition: string, rank: number) =>
    `SELECT ${columns(rank)} FROM cases c WHERE ${condition}`;
  const branches = [
    select(`c.subject_type IN ('payment', 'purchase') AND c.subject_id = ANY ($1::text[])`, 1),
  ];
  if (caseIds) {
    const [from, until] = [values.push(caseIds.from), values.push(caseIds.until)];
    branches.push(
      `(${select(`c.id BETWEEN $${from}::uuid AND $${until}::uuid`, 0)} ORDER BY c.id LIMIT ${limit})`,
    );
  }
  const patterns = patternsOf(await foldWords(db, text));
  if (patterns.length > 0) {
    const matches = matchesSql(
      { columns: columns(2), from: 'cases c', text: caseText },
      patterns,
      values.length + 1,
    );
    branches.push(`(${matches})`);
    values.push(...patterns);
  }
  const cases = await rows<CaseRow>(
    db,
    `SELECT c.id, c.kind, c.summary, c.status, o.full_name AS owner
     FROM (SELECT id, created_at, status, min(rank) AS rank FROM (${branches.join(' UNION ALL ')}) AS b
       GROUP BY id, created_at, status ORDER BY min(rank), status = 'closed', created_at DESC, id LIMIT ${limit}) AS f
     JOIN cases c ON c.id = f.id LEFT JOIN users o ON o.id = c.owner_id
     ORDER BY f.rank, f.status = 'closed', f.created_at DESC, f.id`,
    values,
  );
  return cases.map((supportCase) => ({
    people: [],
    row: {
      kind: 'case',
      id: supportCase.id,
      title: supportCase.summary,
      detail: detailOf(supportCase),
      href: deskPages.case(supportCase.id),
    },
  }));
}

function detailOf({ id, kind, status, owner }: CaseRow): string {
  const holder = owner && status !== 'closed' ? [owner] : [];
  return [caseKindNames[kind], caseStatusNames[status], ...holder, caseNumber(id)].join(' · ');
}
