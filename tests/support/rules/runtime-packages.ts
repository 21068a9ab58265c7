import { globSync } from 'node:fs';
import { posix } from 'node:path';
import { type Import, readSource } from './source-files.ts';

const SOURCE = /^(services|workers)\/.*\.ts$/;
const DEVELOPMENT = /\.test\.ts$/;
const RESOLVED = /\bimport\.meta\.resolve\(\s*[`'"]([^`'"]+)/g;

/** A package that the API, the worker or a command of the image loads, and one file that does. */
export interface RuntimePackage {
  name: string;
  path: string;
}

/**
 * Lists the npm packages that `services` and `workers` load when they run. Tests do not run in
 * production; type imports are erased before the code runs.
 */
export function findRuntimePackages(root: string): RuntimePackage[] {
  const paths = globSync(['services/**/*.ts', 'workers/**/*.ts'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => SOURCE.test(path) && !DEVELOPMENT.test(path));
  const packages = new Map<string, string>();
  for (const path of paths) {
    const { imports, text } = readSource(root, path);
    const specifiers = [
      ...imports.filter(({ isTypeOnly }: Import) => !isTypeOnly).map(({ target }) => target),
      ...[...text.matchAll(RESOLVED)].map(([, specifier = '']) => specifier),
    ];
    for (const specifier of specifiers.filter(isPackage)) packages.set(packageOf(specifier), path);
  }
  return [...packages].map(([name, path]) => ({ name, path: posix.normalize(path) }));
}

const isPackage = (target: string) =>
  !/^(node:|\.|\/|#)/.test(target) && !/^(services|workers|sandbox|src|tests)\//.test(target);

const packageOf = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
