import { layers } from '#tools/structure/layers.ts';
import type { SourceFile } from './source-files.ts';

type SqlFile = Pick<SourceFile, 'path' | 'text'>;

const levels = (layers.services ?? []).flatMap((modules, level) =>
  modules.map((module) => [module, level] as const),
);
const levelOf = new Map(levels);
const moduleOf = (path: string) => path.split('/')[1] ?? '';

/** Returns the module of services that owns each table, by the files of the entities. */
export function ownersOfTables(files: readonly SqlFile[]): Map<string, string> {
  const owners = files
    .filter(({ path }) => path.endsWith('.entity.ts'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\btableName: '(\w+)'/g)].map(([, table = '']) => [table, moduleOf(path)] as const),
    );
  return new Map(owners);
}

const comments = /\/\*.*?\*\/|(^|\s)(\/\/|--)[^\n]*/gs;
const tableWord = /\b(?:FROM|JOIN|UPDATE|INTO)\s+(?:ONLY\s+)?(\w+)/g;

/**
 * Returns the tables of modules of the same or a higher layer that the SQL of each file names, as `path: table`. The rules about
 * imports do not see them.
 */
export function readsUpwards(files: readonly SqlFile[], owners: ReadonlyMap<string, string>): string[] {
  return files.flatMap(({ path, text }) => {
    const own = moduleOf(path);
    const level = levelOf.get(own) ?? 0;
    const tables = [...text.replaceAll(comments, '').matchAll(tableWord)].map(([, table = '']) => table);
    return [...new Set(tables)]
      .filter((table) => {
        const owner = owners.get(table);
        return owner !== undefined && owner !== own && (levelOf.get(owner) ?? 0) >= level;
      })
      .sort()
      .map((table) => `${path}: ${table}`);
  });
}
