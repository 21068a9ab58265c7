import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sandboxSchema } from './sandbox-schema.ts';

/** The sandbox's SQLite database: transactions, queued webhooks, received mails. */
export type SandboxStore = ReturnType<typeof openSandboxStore>;

/** Opens or creates `sandbox.db` (mode 600) in `dataDir`. Throws when the file cannot be written. */
export function openSandboxStore(dataDir: string) {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'sandbox.db');
  closeToOthers(path);
  const db = new DatabaseSync(path);
  // FULL: a confirmed payment must survive kill -9 and a power failure, as at the real provider.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 2000;');
  db.exec('PRAGMA foreign_keys = ON;');
  db.exec(sandboxSchema);
  return {
    db,
    /** Runs `work` in one transaction, durable when this returns; rolls back when it throws. */
    transaction<T>(work: () => T): T {
      db.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        db.exec('COMMIT');
        return result;
      } catch (error) {
        db.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => db.close(),
  };
}

// It holds mails, and through them links that sign people in. SQLite gives the files beside it the same mode.
function closeToOthers(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600);
}
