import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../../../.vitest/warnings.log', import.meta.url));

/**
 * NODE_OPTIONS of every process that a test starts, and of the workers that run the tests: a rejection without a handler ends it
 * even where something listens for it, and its warnings are collected in one file.
 */
export const nodeOptions: string = [
  '--unhandled-rejections=strict',
  '--trace-warnings',
  `--redirect-warnings=${file}`,
].join(' ');

/** Warnings that are expected, and why. The list may only become shorter. */
const accepted: [warning: RegExp, reason: string][] = [
  [
    /client is already executing a query.*RdbmsSchemaBuilder\.log/s,
    'TypeORM reads the tables at once where a test compares them with the entities; the product never does.',
  ],
];

/** Prepares the file for the warnings of a run. */
export function resetWarnings(): void {
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
}

/** Returns the warnings of the processes of the run that are not expected, each of them once. */
export function readWarnings(): string[] {
  return existsSync(file) ? findWarnings(readFileSync(file, 'utf8')) : [];
}

/** Returns the warnings in the text of such a file that are not expected, each of them once, without the process. */
export function findWarnings(text: string): string[] {
  const warnings = text.split(/^\(node:\d+\) /m).slice(1);
  return [...new Set(warnings.map((warning) => warning.trim()))].filter(
    (warning) => !accepted.some(([expected]) => expected.test(warning)),
  );
}
