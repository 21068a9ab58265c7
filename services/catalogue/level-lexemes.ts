import type { courseStatuses } from '#contracts/catalogue/catalogue.ts';

/** Levels that the catalogue can be filtered by. */
export const filterLevels = ['Beginner', 'Intermediate', 'Advanced'] as const;

/** Returns the lexemes that a level filter matches: the level itself, and "all levels". */
export function levelLexemes(level: (typeof filterLevels)[number]): [string, string] {
  return [`=l:${level.toLowerCase()}`, '=l:all'];
}

/** Returns the lexeme of a status. */
export function statusLexeme(status: (typeof courseStatuses)[number]): string {
  return `=s:${status.toLowerCase()}`;
}
