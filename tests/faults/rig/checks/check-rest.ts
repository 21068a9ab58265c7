import type { OpenJob, Snapshot } from './snapshot.ts';

const show = ({ id, job, lastError }: OpenJob) => `${job} ${id}: ${lastError ?? 'no error recorded'}`;

/** No job is due and not done. */
export const checkDueJobs = ({ dueJobs }: Snapshot): string[] => dueJobs.map(show);

/** Nothing waits in a queue or is active. */
export const checkQueued = ({ queued }: Snapshot): string[] => [...queued];

/** No job failed for good: every fault of the rig ends, so that each job can be done. */
export const checkFailedJobs = ({ failedJobs }: Snapshot): string[] => failedJobs.map(show);

// Pools may have grown to what their sizes allow, and caches been filled.
const moreDescriptors = 60;
const moreHeapMb = 60;
const moreConnections = 60;

/** Descriptors, heaps and connections are near what they were before the load. */
export function checkResources({ base, now }: Snapshot): string[] {
  const before = new Map(base.processes.map((use) => [use.name, use]));
  const grown = now.processes.flatMap(({ name, descriptors, heapMb }) => {
    const was = before.get(name) ?? { descriptors: 0, heapMb: 0 };
    return [
      ...(descriptors > was.descriptors + moreDescriptors
        ? [`${name}: ${descriptors} descriptors, ${was.descriptors} before`]
        : []),
      ...(heapMb > was.heapMb + moreHeapMb ? [`${name}: a heap of ${heapMb} MB, ${was.heapMb} before`] : []),
    ];
  });
  const connections =
    now.connections > base.connections + moreConnections
      ? [`${now.connections} connections to PostgreSQL, ${base.connections} before`]
      : [];
  return [...grown, ...connections];
}
