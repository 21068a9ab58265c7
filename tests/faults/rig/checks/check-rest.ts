import type { OpenJob, Snapshot } from './snapshot.ts';

const show = ({ id, job, lastError }: OpenJob) => `${job} ${id}: ${lastError ?? 'no error recorded'}`;

/** No job is due and not done. */
export const checkDueJobs = ({ dueJobs }: Snapshot): string[] => dueJobs.map(show);

/** Nothing waits in a queue or is active. */
export const checkQueued = ({ queued }: Snapshot): string[] => [...queued];

/** No job failed for good: every fault of the rig ends, so that each job can be done. */
export const checkFailedJobs = ({ failedJobs }: Snapshot): string[] => failedJobs.map(show);

// Pools may have grown to what their sizes allow, and a process that works has more memory than one that just started.
const moreDescriptors = 60;
const moreMemoryMb = 200;
const moreConnections = 60;

/** Descriptors, memory and connections are near what they were before the load. */
export function checkResources({ base, now }: Snapshot): string[] {
  const before = new Map(base.processes.map((use) => [use.name, use]));
  const grown = now.processes.flatMap(({ name, descriptors, memoryMb }) => {
    const was = before.get(name) ?? { descriptors: 0, memoryMb: 0 };
    return [
      ...(descriptors > was.descriptors + moreDescriptors
        ? [`${name}: ${descriptors} descriptors, ${was.descriptors} before`]
        : []),
      ...(memoryMb > was.memoryMb + moreMemoryMb ? [`${name}: ${memoryMb} MB, ${was.memoryMb} before`] : []),
    ];
  });
  const connections =
    now.connections > base.connections + moreConnections
      ? [`${now.connections} connections to PostgreSQL, ${base.connections} before`]
      : [];
  return [...grown, ...connections];
}
