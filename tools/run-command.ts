import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { reportMisspelledSettings } from '../services/platform/config.ts';

/**
 * Runs a command and sets its exit code. An error is printed as one sentence without a stack trace, with exit code 1.
 */
export async function runCommand(run: () => Promise<number>): Promise<void> {
  reportMisspelledSettings();
  try {
    process.exitCode = await run();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? describe(error) : String(error)}\n`);
    process.exitCode = 1;
  }
}

type Values<T extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: T; allowPositionals: true }>
>['values'];

/**
 * Runs a command with the options of its command line; see {@link runCommand}. Prints `usage` for `--help`, and with exit code 1
 * when `run` returns undefined because the options make no sense.
 */
export function runWithOptions<T extends ParseArgsOptionsConfig>(
  { usage, options, allowPositionals = false }: { usage: string; options: T; allowPositionals?: boolean },
  run: (values: Values<T>, positionals: readonly string[]) => Promise<number | undefined>,
): Promise<void> {
  return runCommand(async () => {
    const help = { type: 'boolean', short: 'h' } as const;
    const { values, positionals } = parseArgs({ options: { ...options, help }, allowPositionals });
    const isHelp = 'help' in values;
    const code = isHelp ? 0 : await run(values as Values<T>, positionals);
    if (isHelp || code === undefined) process.stdout.write(usage);
    return code ?? 1;
  });
}

const fileProblems: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file or folder:',
  EACCES: 'This account is not allowed to open',
  EISDIR: 'This is a folder, not a file:',
  ENOSPC: 'There is no room left for',
};

function describe({ message, code, path }: NodeJS.ErrnoException): string {
  const problem = fileProblems[code ?? ''];
  return problem && path ? `${problem} ${path}.` : message;
}
