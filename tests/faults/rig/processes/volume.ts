import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Data of the product that can have a small file system of its own. */
export type VolumeName = 'data' | 'wal' | 'aof';

/** A file system in memory, with a limited size. */
export interface Volume {
  folder: string;
  /** Another program writes a file until no byte is free. Can be repeated. */
  fill(): void;
  /** Removes that file. */
  free(): void;
  unmount(): void;
}

const chunkBytes = [1_048_576, 4_096] as const;

/** Mounts a tmpfs of so many megabytes at a folder, which is created. */
export async function mountVolume(folder: string, megabytes: number): Promise<Volume> {
  await mkdir(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'courselift-rig', folder]);
  const filler = join(folder, 'another-program');
  return {
    folder,
    fill() {
      const file = openSync(filler, 'a');
      try {
        for (const bytes of chunkBytes) writeUntilFull(file, Buffer.alloc(bytes, 1));
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(filler, { force: true }),
    unmount: () => void execFileSync('umount', [folder]),
  };
}

function writeUntilFull(file: number, chunk: Buffer): void {
  try {
    for (;;) writeSync(file, chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

/** Whether this machine lets us mount, in a mount namespace of our own: it needs Linux and root. */
export const canMount = (): boolean =>
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'courselift-rig', tmpdir()]).status === 0;

/**
 * Runs this program again with more arguments in a mount namespace of its own, so that its mounts end with it however it
 * ends, and no other program sees them. Returns its exit code.
 */
export function runWithOwnMounts(more: string): number {
  const program = [process.execPath, ...process.execArgv, ...process.argv.slice(1), more];
  return spawnSync('unshare', ['--mount', ...program], { stdio: 'inherit' }).status ?? 1;
}
