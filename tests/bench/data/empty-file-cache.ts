import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** How files left the cache of the operating system. */
export type CacheEmptying = 'the cache of the kernel was dropped' | 'the files were advised out of the cache';

/**
 * Empties the cache of the operating system, or only of the files below a folder where the kernel does not allow to drop
 * all of it (in a container, or without root). Linux only.
 */
export async function emptyFileCache(folder: string): Promise<CacheEmptying> {
  // Only pages that are written to the disk can leave the cache.
  await run('sync');
  try {
    // drop_caches in the documentation of the kernel (admin-guide/sysctl/vm): 3 is files, directory entries and inodes.
    await writeFile('/proc/sys/vm/drop_caches', '3');
    return 'the cache of the kernel was dropped';
  } catch {
    // With count=0, dd copies nothing and advises the whole file out of the cache (posix_fadvise, POSIX_FADV_DONTNEED).
    const advise = 'dd of={} oflag=nocache conv=notrunc,fdatasync count=0 status=none'.split(' ');
    await run('find', [folder, '-type', 'f', '-size', '+0', '-exec', ...advise, ';']);
    return 'the files were advised out of the cache';
  }
}
