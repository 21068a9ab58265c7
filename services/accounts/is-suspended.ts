/** Returns the SQL condition that the person with this id, a column or parameter, is suspended. */
export function isSuspended(userId: string): string {
  return `EXISTS (SELECT 1 FROM suspensions s WHERE s.user_id = ${userId} AND s.lifted_at IS NULL)`;
}
