/**
 * SQL of the first rows of some SELECTs of id, created_at and rank, each row once with its lowest rank: by rank, then the newest.
 */
export const firstOf = (branches: readonly string[], limit: number): string =>
  `SELECT id, created_at, min(rank) AS rank FROM (${branches.join(' UNION ALL ')}) AS b
       GROUP BY id, created_at ORDER BY min(rank), created_at DESC, id LIMIT ${limit}`;
