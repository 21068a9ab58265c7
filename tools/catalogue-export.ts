import { createWriteStream } from 'node:fs';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportCourses } from '../services/catalogue/import/export-courses.ts';
import { type FileFormat, fileFormats } from '../services/catalogue/import/read-records.ts';
import { connectToCatalogue } from './product-database.ts';
import { runCommand } from './run-command.ts';

/** `npm run catalogue:export -- FILE`: exports the catalogue as CSV, JSON or NDJSON, by the file extension. */
async function exportTo(path = '', database?: string): Promise<number> {
  const format = extname(path).slice(1).toLowerCase() as FileFormat;
  if (!fileFormats.includes(format))
    throw new Error(
      'npm run catalogue:export -- FILE [DATABASE_URL]; the name of FILE ends in .csv, .json or .ndjson.',
    );
  const client = await connectToCatalogue(database);
  try {
    await pipeline(Readable.from(exportCourses(client, format)), createWriteStream(path));
    process.stdout.write(`The catalogue is in ${path}.\n`);
    return 0;
  } finally {
    await client.end();
  }
}

await runCommand(() => exportTo(...process.argv.slice(2)));
