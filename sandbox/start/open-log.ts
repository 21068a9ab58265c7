import { existsSync, openSync, renameSync } from 'node:fs';

/** Number of rotated logs. */
const KEPT = 5;

/**
 * Opens the log file of a process for writing (mode 600) and returns its descriptor. Earlier logs are rotated to
 * `api.1.log` (the previous one) to `api.5.log`.
 */
export function openLog(path: string): number {
  const nameOf = (age: number) => (age === 0 ? path : path.replace(/(\.log)?$/, `.${age}$1`));
  for (let age = KEPT - 1; age >= 0; age -= 1) {
    if (existsSync(nameOf(age))) renameSync(nameOf(age), nameOf(age + 1));
  }
  return openSync(path, 'w', 0o600);
}
