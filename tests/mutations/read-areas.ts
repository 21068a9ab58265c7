import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Mutation } from './mutation.ts';

/** The mutations of one area. */
export interface MutationArea {
  name: string;
  mutations: readonly Mutation[];
}

const suffix = '.mutations.ts';
const folder = fileURLToPath(new URL('.', import.meta.url));

/** Reads `<area>.mutations.ts` of this folder, by name. */
export function readAreas(): Promise<MutationArea[]> {
  const files = globSync(`*${suffix}`, { cwd: folder }).toSorted();
  return Promise.all(
    files.map(async (file) => ({
      name: basename(file, suffix),
      mutations: (await import(pathToFileURL(join(folder, file)).href)).default,
    })),
  );
}
