import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import { isFact, type Mapping, presets } from '../services/catalogue/import/map-record.ts';
import { type FileFormat, fileFormats } from '../services/catalogue/import/read-records.ts';
import { isNpmDryRun } from '../services/platform/config.ts';

const usage = `npm run catalogue:import -- FILE [options]

  --map fact=column ...   where a fact stands in the file: title, description, platform, url, level, status, price,
                          priceUnit, tags, rating, language, duration, checkedOn
  --set fact=value ...    a fact that is the same in every row, such as platform=Udemy
  --preset NAME           a known export: ${Object.keys(presets).join(', ')}
  --duration-unit WORD    written behind durations that are bare numbers
  --format FORMAT         ${fileFormats.join(', ')}; by the file's name when left out
  --report FILE           refused rows, as line, tab, reason; FILE.refused.tsv when left out
  --database URL          DATABASE_URL, or the product that runs here, when left out
  --dry-run               check every row and write nothing; needs no database

Ends with 0 when all rows went in, with 2 when some were refused, with 1 when it could not be done. An import that
was cut off goes on where it was when it is started again in the same way.
`;

/** What `npm run catalogue:import` was told. */
export interface ImportCommand {
  path: string;
  format: FileFormat;
  mapping: Mapping;
  /** Facts whose column was named, so that it must be there. */
  mapped: string[];
  /** File for the refused rows. */
  report: string;
  database: string | undefined;
  isDryRun: boolean;
}

const several = { type: 'string', multiple: true } as const;

/** Reads the command line. Throws with a sentence for whoever typed it. */
export function readImportOptions(args: readonly string[]): ImportCommand {
  const { values, positionals } = parseArgs({
    args: spreadPairs(args),
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
  const [path, second] = positionals;
  if (!path) throw new Error(usage);
  // npm keeps options that stand before its own "--" to itself and hands on their values alone.
  if (second !== undefined)
    throw new Error(
      `Please name one file. Options need a -- before them: npm run catalogue:import -- FILE …\n\n${usage}`,
    );
  const preset = presets[values.preset];
  if (!preset) throw new Error(`There is no preset ${values.preset}.\n\n${usage}`);
  const format = (values.format ??
    extname(path).slice(1).toLowerCase().replace('jsonl', 'ndjson')) as FileFormat;
  if (!fileFormats.includes(format)) throw new Error(`Please say which --format ${path} has.\n\n${usage}`);
  const durationUnit = values['duration-unit'] ?? preset.durationUnit;
  const columns = readPairs(values.map);
  const mapping: Mapping = {
    columns: { ...preset.columns, ...columns },
    constants: { ...preset.constants, ...readPairs(values.set) },
    ...(durationUnit && { durationUnit }),
  };
  return {
    path,
    format,
    mapping,
    mapped: Object.keys(columns),
    report: values.report ?? `${path}.refused.tsv`,
    database: values.database,
    isDryRun: values['dry-run'] || isNpmDryRun(),
  };
}

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
