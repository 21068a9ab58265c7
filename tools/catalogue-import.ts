import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import { importCourses } from '../services/catalogue/import/import-courses.ts';
import { isFact, type Mapping, presets } from '../services/catalogue/import/map-record.ts';
import { progressLine } from '../services/catalogue/import/progress-line.ts';
import { type FileFormat, fileFormats } from '../services/catalogue/import/read-records.ts';
import { connectToCatalogue } from './catalogue-database.ts';

const usage = `npm run catalogue:import -- FILE [options]

  --map fact=column ...   where a fact stands in the file: title, description, platform, url, level, status, price,
                          priceUnit, tags, rating, language, duration, checkedOn
  --set fact=value ...    a fact that is the same in every row, such as platform=Udemy
  --preset NAME           a known export: ${Object.keys(presets).join(', ')}
  --duration-unit WORD    written behind durations that are bare numbers
  --format FORMAT         ${fileFormats.join(', ')}; by the file's name when left out
  --report FILE           refused rows, as line, tab, reason; FILE.refused.tsv when left out
  --database URL          DATABASE_URL, or the product that runs here, when left out
  --dry-run               check every row and write nothing

Ends with 0 when all rows went in, with 2 when some were refused, with 1 when it could not be done. An import that
was cut off goes on where it was when it is started again in the same way.
`;

// --map a=b c=d: what follows with an equals sign and no name belongs to the option before it.
function spreadPairs(args: readonly string[]): string[] {
  let option = '';
  return args.flatMap((arg) => {
    if (arg.startsWith('--')) option = arg;
    else if ((option === '--map' || option === '--set') && arg.includes('=')) return [`${option}=${arg}`];
    return arg === '--map' || arg === '--set' ? [] : [arg];
  });
}

function readPairs(pairs: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [fact = '', ...rest] = pair.split('=');
      if (!isFact(fact)) throw new Error(`${fact} is no fact of a course.\n\n${usage}`);
      return [fact, rest.join('=')];
    }),
  );
}

const several = { type: 'string', multiple: true } as const;

function readOptions() {
  const { values, positionals } = parseArgs({
    args: spreadPairs(process.argv.slice(2)),
    allowPositionals: true,
    options: {
      map: several,
      set: several,
      preset: { type: 'string', default: 'courselift' },
      'duration-unit': { type: 'string' },
      format: { type: 'string' },
      report: { type: 'string' },
      database: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const [path] = positionals;
  const preset = presets[values.preset];
  if (!path || !preset) throw new Error(usage);
  const format = (values.format ?? extname(path).slice(1).replace('jsonl', 'ndjson')) as FileFormat;
  if (!fileFormats.includes(format)) throw new Error(`Please say which --format ${path} has.\n\n${usage}`);
  const durationUnit = values['duration-unit'] ?? preset.durationUnit;
  const mapping: Mapping = {
    columns: { ...preset.columns, ...readPairs(values.map) },
    constants: { ...preset.constants, ...readPairs(values.set) },
    ...(durationUnit && { durationUnit }),
  };
  const report = values.report ?? `${path}.refused.tsv`;
  return { path, format, mapping, report, database: values.database, isDryRun: values['dry-run'] };
}

async function run(): Promise<number> {
  const { report, database, ...options } = readOptions();
  const { size } = await stat(options.path);
  const clients = [await connectToCatalogue(database), await connectToCatalogue(database)] as const;
  const refusals = createWriteStream(report);
  const startedMs = performance.now();
  const isScreen = process.stderr.isTTY;
  const everyMs = isScreen ? 200 : 5_000;
  let shownMs = startedMs;
  try {
    const progress = await importCourses(clients, {
      ...options,
      onRefused: (line, problem) => refusals.write(`${line}\t${problem}\n`),
      onProgress(now) {
        if (!now.isFinishing && performance.now() - shownMs < everyMs) return;
        shownMs = performance.now();
        const line = progressLine(now, size, shownMs - startedMs);
        process.stderr.write(isScreen ? `\r\u001B[2K${line}` : `${line}\n`);
      },
    });
    const line = progressLine({ ...progress, bytes: size }, size, performance.now() - startedMs);
    process.stderr.write(`${isScreen ? '\r\u001B[2K' : ''}${line}\n`);
    const { rows, refused, skipped } = progress;
    const verb = options.isDryRun ? 'would go in' : 'are in the catalogue';
    const resumed = skipped > 0 ? ` (${skipped} of them since an earlier start)` : '';
    process.stdout.write(
      `${rows - refused} of ${rows} rows ${verb}${resumed}; ${refused} were refused${refused > 0 ? `, see ${report}` : ''}.\n`,
    );
    return refused > 0 ? 2 : 0;
  } finally {
    await new Promise((resolve) => refusals.end(resolve));
    await Promise.all(clients.map((client) => client.end()));
  }
}

try {
  process.exitCode = await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
