import { readFileSync } from 'node:fs';
import { sendSignal } from '#sandbox/processes/process-table.ts';

/** SIGSTOP of a process that the rig started and of its children; the returned function is SIGCONT. Linux only. */
export function pauseTree(pid: number): () => void {
  // The parent first, so that no child is added afterwards.
  sendSignal(pid, 'SIGSTOP');
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number);
  for (const child of children) sendSignal(child, 'SIGSTOP');
  return () => {
    for (const processId of [...children, pid]) sendSignal(processId, 'SIGCONT');
  };
}
