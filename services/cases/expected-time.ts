import type { DataSource, EntityManager } from 'typeorm';
import type { CaseKind, CaseSubjectType } from '#contracts/cases/cases.ts';
import { row } from '#services/platform/database/sql.ts';
import type { CaseKey } from './open-case.ts';

/** Returns SQL for the time at which the open case about a subject is expected to end, or NULL; `id` is SQL for a text. */
export const expectedTimeSql = (kind: CaseKind, type: CaseSubjectType, id: string): string =>
  `expected_case_time('${kind}', '${type}', ${id})`;

/** Returns the time at which the open case of a kind and subject is expected to end; null when it is not known. */
export async function findExpectedTime(
  client: DataSource | EntityManager,
  { kind, subject }: CaseKey,
): Promise<Date | null> {
  const found = await row<{ at: Date | null }>(client, 'SELECT expected_case_time($1, $2, $3) AS at', [
    kind,
    subject.type,
    subject.id,
  ]);
  return found?.at ?? null;
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Returns a sentence with the expected day, with a space before it; empty when it is not known. */
export const expectedDaySentence = (time: Date | null): string =>
  time ? ` We expect to have an answer by ${dayFormat.format(time)}.` : '';
