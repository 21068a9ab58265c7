import { readdir, stat, statfs } from 'node:fs/promises';
import { hourMs } from '#contracts/durations.ts';
import { describeError } from '#services/platform/describe-error.ts';
import { type Check, type Finding, failed, ok, skipped, warning } from './check.ts';
import type { Environment } from './role-check.ts';

/** The folders of the product on this machine, and the environment of this process. */
export interface Machine {
  backupFolder: string;
  /** Whether BACKUP_RECIPIENTS is set, so that backups are expected in the folder. */
  hasBackups: boolean;
  isSandbox: boolean;
  /** Folders whose disks are checked; missing ones are left out. */
  folders: readonly string[];
  environment: Environment;
}

/** A backup is written every day. */
const oldestBackupHours = 26;
const [fewBytes, tooFewBytes] = [5e9, 1e9];

/** Checks of backups and disks. */
export function machineChecks(machine: Machine): Check[] {
  return [
    {
      name: 'Backup',
      why: 'What happened since the last one would be lost with the database.',
      section: 'back-up-and-restore',
      worksWithoutDatabase: true,
      run: () => checkBackups(machine),
    },
    {
      name: 'Disk',
      why: 'PostgreSQL, Redis and backups stop when a disk is full.',
      section: 'check-everything-at-once',
      worksWithoutDatabase: true,
      run: () => checkDisks(machine.folders),
    },
  ];
}

async function checkBackups({ backupFolder, hasBackups, isSandbox }: Machine): Promise<Finding> {
  if (!hasBackups)
    return isSandbox
      ? skipped('BACKUP_RECIPIENTS is not set')
      : warning('BACKUP_RECIPIENTS is not set here; are backups written elsewhere?');
  const names = await readdir(backupFolder).catch(missingIsEmpty);
  if (!Array.isArray(names)) return failed(`${backupFolder} cannot be read: ${describeError(names)}`);
  const times = names.flatMap((name) => {
    const [, y, m, d, h, min, s] =
      /^courselift-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.age$/.exec(name) ?? [];
    return y ? [Date.parse(`${y}-${m}-${d}T${h}:${min}:${s}Z`)] : [];
  });
  if (times.length === 0) return failed(`there is none in ${backupFolder}; run: npm run ops:backup`);
  const hours = (Date.now() - Math.max(...times)) / hourMs;
  const text = `the last of ${times.length} is ${hours.toFixed(0)} h old`;
  return hours > oldestBackupHours ? failed(text) : ok(text);
}

/** Returns no names for a folder that does not exist, and any other error as it is. */
function missingIsEmpty(error: NodeJS.ErrnoException): string[] | Error {
  return error.code === 'ENOENT' ? [] : error;
}

async function checkDisks(folders: readonly string[]): Promise<Finding> {
  const disks = new Map<number, { folder: string; free: number }>();
  for (const folder of folders) {
    const disk = await stat(folder).catch(() => undefined);
    if (!disk || disks.has(disk.dev)) continue;
    const { bavail, bsize } = await statfs(folder);
    disks.set(disk.dev, { folder, free: bavail * bsize });
  }
  const all = [...disks.values()];
  const text = all.map(({ folder, free }) => `${(free / 1e9).toFixed(1)} GB free for ${folder}`).join(', ');
  const least = Math.min(...all.map(({ free }) => free));
  if (least < tooFewBytes) return failed(text);
  return least < fewBytes ? warning(text) : ok(text);
}
