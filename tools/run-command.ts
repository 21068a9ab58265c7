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
