import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSource } from './source-files.ts';

/** Returns the source files that the last stage of the Dockerfile copies, without what .dockerignore leaves out. */
export function imageSources(root: string): string[] {
  const read = (name: string) => readFileSync(join(root, name), 'utf8');
  const dockerfile = read('Dockerfile');
  const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  const copied = [...lastStage.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  );
  const ignored = read('.dockerignore')
    .split('\n')
    .filter((line) => /^[^#!]/.test(line) && line !== '*');
  return globSync(
    copied.flatMap((path) => [path, `${path}/**/*.*`]),
    { cwd: root, exclude: ignored },
  ).map((path) => path.replaceAll('\\', '/'));
}

/** Returns what a file loads as soon as it is loaded itself: without types, and without imports on demand. */
export function staticImports(root: string, path: string): { path: string; target: string }[] {
  const text = readFileSync(join(root, path), 'utf8').replaceAll(/\bimport\(/g, 'load(');
  return parseSource(path, text)
    .imports.filter(({ isTypeOnly }) => !isTypeOnly)
    .map(({ target }) => ({ path, target }));
}
