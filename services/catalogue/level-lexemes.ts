/** Levels that the catalogue can be filtered by. */
export const filterLevels = ['Beginner', 'Intermediate', 'Advanced'] as const;

/** Returns the lexemes of the courses that suit a level: those of the level, and those for all levels. */
export function levelLexemes(level: (typeof filterLevels)[number]): [string, string] {
  return [`=l:${level.toLowerCase()}`, '=l:all'];
}
