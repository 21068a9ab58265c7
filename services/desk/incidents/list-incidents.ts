import type { listIncidents as contract } from '#contracts/desk/desk-incidents.ts';
import type { JobSubject } from '#contracts/desk/desk-queues.ts';
import type { Handler } from '#services/deps.ts';
import { rows, type SqlClient } from '#services/platform/database/sql.ts';
import { listJobsOfFailure } from '#services/queues/find-jobs.ts';
import { findOutages } from './find-outages.ts';
import { findJobSubjects } from './job-subjects.ts';

interface Incident {
  caseId: string;
  summary: string;
  subjectType: string;
  subjectId: string;
  total: number;
}

const listedIncidents = 10;
const readJobs = 200;
/** Cases, payments and people that are named. */
const shown = 5;

/** Returns the open incidents with what each affects. */
export const listIncidents: Handler<typeof contract> = async (_call, { db }) => {
  const open = await rows<Incident>(
    db,
    `SELECT id AS "caseId", summary, subject_type AS "subjectType", subject_id AS "subjectId", count(*) OVER ()::int AS total
     FROM cases WHERE kind = 'incident' AND closed_at IS NULL ORDER BY created_at, id LIMIT $1`,
    [listedIncidents],
  );
  const outages = await findOutages(db);
  const incidents = [];
  for (const { caseId, summary, subjectType, subjectId } of open) {
    const jobIds = await findAffectedJobs(db, subjectType, subjectId);
    const subjects = [...(await findJobSubjects(db, jobIds)).values()];
    const outage = subjectType === 'service' && outages.find(({ service }) => service === subjectId);
    incidents.push({
      ...{ caseId, summary, outage: outage || null, jobs: jobIds.length },
      cases: distinct(subjects, (subject) => subject.case),
      payments: distinct(subjects, ({ payment }) => payment),
      people: distinct(subjects, ({ person }) => person),
    });
  }
  return { message: 'The open incidents.', data: { incidents, total: open[0]?.total ?? 0 } };
};

/** Returns the ids of the jobs that failed with the error of an incident, or wait for its server or for a worker; at most 200. */
async function findAffectedJobs(client: SqlClient, type: string, subjectId: string): Promise<string[]> {
  if (type === 'job') return (await listJobsOfFailure(client, subjectId, readJobs)).map(({ id }) => id);
  const isServer = subjectId === 'provider' || subjectId === 'mail';
  const condition = isServer
    ? `o.unavailable = $1 AND o.closed_at IS NULL ORDER BY o.unavailable_since`
    : `$1 <> '' AND o.enqueued_at IS NULL AND o.closed_at IS NULL AND o.failed_at IS NULL
       AND o.available_at < now() - interval '1 minute' ORDER BY o.available_at`;
  const text = `SELECT o.id FROM outbox o WHERE ${condition} LIMIT ${readJobs}`;
  return (await rows<{ id: string }>(client, text, [subjectId])).map(({ id }) => id);
}

function distinct<Found extends { id: string }>(
  subjects: readonly JobSubject[],
  pick: (subject: JobSubject) => Found | null,
): { total: number; shown: Found[] } {
  const byId = new Map(subjects.flatMap((subject) => pick(subject) ?? []).map((item) => [item.id, item]));
  return { total: byId.size, shown: [...byId.values()].slice(0, shown) };
}
