import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sandboxSchema } from './sandbox-schema.ts';

/** The durable memory of the outside world: payments taken, webhooks owed, mails received. */
export interface SandboxStore {
  db: DatabaseSync;
  /** Runs `work` in one transaction: it is on the disk when this returns, or it never happened. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/** Opens (and where needed creates) `sandbox.db` in `dataDir`. Throws when the disk refuses. */
export function openSandboxStore(dataDir: string): SandboxStore {
  mkdirSync(dataDir, { recursive: true });
  const db = new DatabaseSync(join(dataDir, 'sandbox.db'));
  // FULL: an answered payment must survive kill -9 and a power cut, as it would at a real provider.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 2000;');
  db.exec('PRAGMA foreign_keys = ON;');
  db.exec(sandboxSchema);
  return {
    db,
    transaction(work) {
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
