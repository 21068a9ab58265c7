import type { FailedJobView } from '#contracts/desk/desk-queues.ts';
import type { JobSummary } from '#services/queues/list-jobs.ts';

/** Maps a failed job to its entry on the pages of queues and cases. */
export function presentJob({ id, name, queue, createdAt, endedAt, lastError }: JobSummary): FailedJobView {
  return {
    id,
    name,
    queue,
    createdAt: createdAt.toISOString(),
    failedAt: endedAt?.toISOString() ?? null,
    lastError,
  };
}
