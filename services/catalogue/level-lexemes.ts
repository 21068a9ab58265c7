/** Levels that the catalogue can be filtered by. */
export const filterLevels = ['Beginner', 'Intermediate', 'Advanced'] as const;

/** Returns the lexemes that a level filter matches: the level itself, and "all levels". */
export function levelLexemes(level: (typeof filterLevels)[number]): [string, string] {
  return [`=l:${level.toLowerCase()}`, '=l:all'];
}
