import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import { templateNames } from '../services/catalogue/import/link-template.ts';
import { isCourseField, type Mapping, presets } from '../services/catalogue/import/map-record.ts';
import { type FileFormat, fileFormats } from '../services/catalogue/import/read-records.ts';
import { isNpmDryRun } from '../services/platform/config.ts';

/** The options of `npm run catalogue:import`, as its help prints them. */
export const importUsage = `npm run catalogue:import -- FILE [options]

A course needs title, platform, url, and status (Free or Paid), access or price; the other fields are optional.

  --map field=column ...  the column of a field that has another name in the file: title, description, platform, url, level,
                          status, access, price, priceUnit, tags, rating, language, duration, checkedOn
  --set field=value ...   a value for rows that have none of their own, such as platform=Udemy; for the url a template
                          with columns or fields in braces: 'url=https://example.com/search?query={title}'
  --preset NAME           a known export: ${Object.keys(presets).join(', ')}
  --duration-unit WORD    written behind durations that are bare numbers
  --format FORMAT         ${fileFormats.join(', ')}; by the file's name when left out (.tsv: csv with tabs; .gz: what it holds)
  --delimiter CHARACTER   between the cells of a CSV file: a comma when left out, or ';', '|', tab
  --report FILE           rows that were refused or repeat a link, if any, as line, tab, reason; FILE.report.tsv when
                          left out
  --database URL          DATABASE_URL, or the product that runs here, when left out
  --dry-run               check every row and leave the catalogue as it is; needs no database

Files compressed by gzip are read as they are. Exits with 0 when no row was refused, with 2 when some were, with 1 when
the import failed. An interrupted import resumes when it is started again in the same way.
`;

/** Parsed command line of `npm run catalogue:import`. */
export type ImportCommand = ReturnType<typeof readImportOptions>;

const text = { type: 'string' } as const;
const several = { ...text, multiple: true } as const;

/** Parses the command line. Throws an Error whose message says what to correct. */
export function readImportOptions(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: spreadPairs(args),
    allowPositionals: true,
    options: {
      map: several,
      set: several,
      preset: { ...text, default: 'courselift' },
      ...{ 'duration-unit': text, format: text, delimiter: text, report: text, database: text },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const [path, second] = positionals;
  if (!path) throw new Error(importUsage);
  // npm consumes options before its own "--" and passes only their values.
  if (second !== undefined)
    throw new Error(
      `Please name one file. Options need a -- before them: npm run catalogue:import -- FILE …\n\n${importUsage}`,
    );
  const preset = presets[values.preset];
  if (!preset) throw new Error(`There is no preset ${values.preset}.\n\n${importUsage}`);
  const extension = extname(path.replace(/\.gz$/i, '')).slice(1).toLowerCase();
  if (spreadsheets.includes(extension))
    throw new Error(`${path} is a spreadsheet. Please save it as CSV UTF-8, and import that file.`);
  const format = (values.format ?? formatOfExtension[extension] ?? extension) as FileFormat;
  if (!fileFormats.includes(format))
    throw new Error(`Please say which --format ${path} has.\n\n${importUsage}`);
  const durationUnit = values['duration-unit'] ?? preset.durationUnit;
  const columns = readPairs(values.map);
  const mapping: Mapping = {
    columns: { ...preset.columns, ...columns },
    constants: { ...preset.constants, ...readConstants(values.set) },
    ...(durationUnit && { durationUnit }),
  };
  return {
    path,
    format,
    delimiter: readDelimiter(values.delimiter ?? (extension === 'tsv' ? 'tab' : ',')),
    mapping,
    /** Fields that `--map` assigns; the file must have their columns. */
    mapped: Object.keys(columns),
    /** Path of the report on rows that were rejected or repeat a link. */
    report: values.report ?? `${path}.report.tsv`,
    database: values.database,
    isDryRun: values['dry-run'] || isNpmDryRun(),
  };
}

// --map a=b c=d: an assignment without an option belongs to the previous option.
function spreadPairs(args: readonly string[]): string[] {
  let option = '';
  return args.flatMap((arg) => {
    if (arg.startsWith('--')) option = arg;
    else if ((option === '--map' || option === '--set') && arg.includes('=')) return [`${option}=${arg}`];
    return arg === '--map' || arg === '--set' ? [] : [arg];
  });
}

const spreadsheets = ['xlsx', 'xls', 'ods', 'numbers'];
const formatOfExtension: Readonly<Record<string, FileFormat>> = { jsonl: 'ndjson', tsv: 'csv' };

function readDelimiter(given: string): string {
  const delimiter = given === 'tab' || given === '\\t' ? '\t' : given;
  if (delimiter.length !== 1 || delimiter === '"' || /[\r\n]/.test(delimiter))
    throw new Error(`A delimiter is one character, or the word tab.\n\n${importUsage}`);
  return delimiter;
}

// Courses are identified by platform and link.
function readConstants(pairs: readonly string[] | undefined): Record<string, string> {
  const constants = readPairs(pairs);
  if (constants.url !== undefined && templateNames(constants.url).length === 0)
    throw new Error(
      'The same url for every row would make one course of all rows. Name a column in braces, such as ' +
        "--set 'url=https://example.com/search?query={title}'.",
    );
  return constants;
}

function readPairs(pairs: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [fact = '', ...rest] = pair.split('=');
      if (!isCourseField(fact)) throw new Error(`${fact} is no field of a course.\n\n${importUsage}`);
      return [fact, rest.join('=')];
    }),
  );
}
