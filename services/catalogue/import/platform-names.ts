import type pg from 'pg';
import { rows } from '#services/platform/database/sql.ts';

/** Returns the names of the platforms in the catalogue. */
export async function readPlatforms(client: pg.ClientBase): Promise<string[]> {
  const found = await rows<{ platform: string }>(
    client,
    'SELECT DISTINCT platform FROM courses ORDER BY platform',
  );
  return found.map(({ platform }) => platform);
}

/**
 * Returns a function that unifies the spelling of platforms: a name that differs from an earlier one only in case
 * becomes that one. Names in `existing` stay as they are, also where they differ only in case.
 */
export function createPlatformNames(existing: readonly string[]): (name: string) => string {
  const known = new Set(existing);
  const spellings = new Map<string, string>();
  const add = (name: string) => {
    const key = name.toLowerCase();
    const spelling = spellings.get(key) ?? name;
    spellings.set(key, spelling);
    return spelling;
  };
  for (const name of existing) add(name);
  return (name) => (known.has(name) ? name : add(name));
}
