import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { generateCourses } from '../services/catalogue/generate-courses.ts';
import { runCommand } from './run-command.ts';

function* linesOf(count: number, seed: number): Generator<string> {
  let text = '';
  for (const course of generateCourses(count, seed)) {
    text += `${JSON.stringify(course)}\n`;
    if (text.length < 256 * 1024) continue;
    yield text;
    text = '';
  }
  yield text;
}

/** `npm run catalogue:generate -- COUNT FILE.ndjson [SEED]`: generates sample courses, reproducible by the seed. */
async function generateTo(count?: string, path?: string, seed = '1'): Promise<number> {
  const wanted = Number(count);
  if (!path || !Number.isInteger(wanted) || wanted < 1 || !Number.isInteger(Number(seed)))
    throw new Error(
      'npm run catalogue:generate -- COUNT FILE.ndjson [SEED]; COUNT and SEED are whole numbers.',
    );
  await pipeline(Readable.from(linesOf(wanted, Number(seed))), createWriteStream(path));
  process.stdout.write(`${count} invented courses are in ${path}.\n`);
  return 0;
}

await runCommand(() => generateTo(...process.argv.slice(2)));
