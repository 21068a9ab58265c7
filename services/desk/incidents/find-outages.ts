import type { OutageView } from '#contracts/desk/desk-incidents.ts';
import type { Case } from '#services/cases/cases.entity.ts';
import { rows, type SqlClient } from '#services/platform/database/sql.ts';
import { isoTimes, type WithDates } from '#services/platform/iso-times.ts';
import type { CaseSubject } from '../cases/find-subject.ts';
import { jobSubjectJoins } from './job-subjects.ts';

type OutageRow = WithDates<OutageView, 'since'>;

/** Returns the outages that are recorded now. */
export async function findOutages(client: SqlClient): Promise<OutageView[]> {
  const text = 'SELECT service, since, tries FROM service_outages ORDER BY service';
  return (await rows<OutageRow>(client, text)).map(isoTimes);
}

// More jobs of one case hardly wait; the number is limited because the case is found by the jobs.
const readJobs = 200;

/** Returns the servers that an incident is about, or that jobs about the payments of another case wait for, as those jobs have tried them. */
export async function findOutagesOf(
  client: SqlClient,
  { kind, subjectType, subjectId, status }: Pick<Case, 'kind' | 'subjectType' | 'subjectId' | 'status'>,
  { payments }: Pick<CaseSubject, 'payments'>,
): Promise<OutageView[]> {
  if (status === 'closed') return [];
  if (kind === 'incident')
    return subjectType === 'service'
      ? (await findOutages(client)).filter(({ service }) => service === subjectId)
      : [];
  const ids = payments.map(({ id }) => id);
  if (ids.length === 0) return [];
  const waiting = await rows<OutageRow>(
    client,
    `SELECT o.unavailable AS service, min(o.unavailable_since) AS since, max(o.unavailable_tries) AS tries
     FROM (SELECT * FROM outbox o WHERE o.unavailable IS NOT NULL AND o.closed_at IS NULL
       ORDER BY o.unavailable_since LIMIT ${readJobs}) o ${jobSubjectJoins}
     WHERE p.id = ANY ($1) GROUP BY 1 ORDER BY 1`,
    [ids],
  );
  return waiting.map(isoTimes);
}
