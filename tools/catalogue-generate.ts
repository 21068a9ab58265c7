import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { generateCourses } from '../services/catalogue/generate-courses.ts';

/** `npm run catalogue:generate -- COUNT FILE.ndjson [SEED]`: writes invented courses, the same for the same seed. */
const [count, path, seed = '1'] = process.argv.slice(2);
if (!path || !Number.isInteger(Number(count)) || Number(count) < 1) {
  process.stderr.write('Please say how many courses, and the file to write them to.\n');
  process.exit(1);
}

function* lines(): Generator<string> {
  let text = '';
  for (const course of generateCourses(Number(count), Number(seed))) {
    text += `${JSON.stringify(course)}\n`;
    if (text.length < 256 * 1024) continue;
    yield text;
    text = '';
  }
  yield text;
}

await pipeline(Readable.from(lines()), createWriteStream(path));
process.stdout.write(`${count} invented courses are in ${path}.\n`);
