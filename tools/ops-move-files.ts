import {
  countFiles,
  countOthers,
  type Destination,
  type FileCount,
  moveFiles,
} from '#services/admin/files/move-files.ts';
import { entities } from '../services/entities.ts';
import { ConfigError, readStartSettings } from '../services/platform/config.ts';
import { withDataSource } from '../services/platform/database/data-source.ts';
import { findFileProblem, toFileSettings } from '../services/platform/files/file-settings.ts';
import { objectStore } from '../services/platform/files/object-store.ts';
import { printProgress, printTable } from './print.ts';
import { withProductDatabase } from './product-database.ts';
import { runWithOptions } from './run-command.ts';

const usage = `npm run ops:move-files -- --to s3|postgres
npm run ops:move-files -- --status

  --to      moves all uploaded files to the object store of FILES_S3_…, or back to PostgreSQL
  --status  prints how many files are where, and changes nothing

The product goes on meanwhile. The command can be ended at any time and started again.
Exit codes: 0 done, 1 refused or not possible, 2 files remain in the other store.
`;

const options = { to: { type: 'string' }, status: { type: 'boolean' } } as const;

/** `npm run ops:move-files`: moves uploaded files between PostgreSQL and the object store. */
await runWithOptions({ usage, options }, async ({ to, status }) => {
  if (!(status || to === 's3' || to === 'postgres')) return undefined;
  const files = toFileSettings(readStartSettings());
  const pool = { entities, applicationName: 'courselift-files', poolSize: 4 };
  return withProductDatabase(({ databaseUrl }) =>
    withDataSource({ ...pool, databaseUrl }, async (db) => {
      if (to !== 's3' && to !== 'postgres') return report(await countFiles(db), files.store);
      if (!files.s3)
        throw new ConfigError(
          findFileProblem(files) ??
            'No object store is configured: set FILES_S3_ENDPOINT and the other FILES_S3 settings.',
        );
      const onProgress = printProgress('Moving');
      const { moved, damaged, counts } = await moveFiles(db, objectStore(files.s3), to, { onProgress });
      process.stdout.write(`${moved} files are moved.\n`);
      for (const row of damaged) process.stdout.write(`Its object is missing or damaged: ${row}\n`);
      if (files.store !== to)
        process.stdout.write(`New files are stored in the other store: set FILES_STORE=${to}.\n`);
      return report(counts, to);
    }),
  );
});

function report(counts: readonly FileCount[], to: Destination): number {
  printTable(
    ['table', 'PostgreSQL', 'object store'],
    counts.map(({ table, postgres, s3 }) => [table, postgres, s3]),
  );
  const remaining = countOthers(counts, to);
  process.stdout.write(
    remaining === 0
      ? 'Nothing remains in the other store.\n'
      : `${remaining} files remain in the other store. Run: npm run ops:move-files -- --to ${to}\n`,
  );
  return remaining === 0 ? 0 : 2;
}
