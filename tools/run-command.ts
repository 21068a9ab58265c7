/** Runs a command to its exit code. What went wrong is said in one sentence instead of a stack, and ends with 1. */
export async function runCommand(run: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? describe(error) : String(error)}\n`);
    process.exitCode = 1;
  }
}

const fileProblems: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file or folder:',
  EACCES: 'Nobody here may open',
  EISDIR: 'This is a folder, not a file:',
  ENOSPC: 'There is no room left for',
};

function describe({ message, code, path }: NodeJS.ErrnoException): string {
  const problem = fileProblems[code ?? ''];
  return problem && path ? `${problem} ${path}.` : message;
}
