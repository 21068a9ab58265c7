import { createWriteStream } from 'node:fs';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportCourses } from '../services/catalogue/import/export-courses.ts';
import { type FileFormat, fileFormats } from '../services/catalogue/import/read-records.ts';
import { connectToCatalogue } from './catalogue-database.ts';

/** `npm run catalogue:export -- FILE`: writes the catalogue as CSV, JSON or NDJSON, by the file's name. */
const [path = '', database] = process.argv.slice(2);
const format = extname(path).slice(1) as FileFormat;
if (!fileFormats.includes(format)) {
  process.stderr.write('Please name a file that ends in .csv, .json or .ndjson.\n');
  process.exit(1);
}
const client = await connectToCatalogue(database);
try {
  await pipeline(Readable.from(exportCourses(client, format)), createWriteStream(path));
  process.stdout.write(`The catalogue is in ${path}.\n`);
} finally {
  await client.end();
}
