/** Fails for an infinite query, which no page has. */
export function infiniteQueryBehavior(): never {
  throw new Error('Infinite queries are left out of the build');
}

/** Always false: only observers of infinite queries call it. */
export function hasNextPage(): boolean {
  return false;
}

/** Always false, as {@link hasNextPage}. */
export function hasPreviousPage(): boolean {
  return false;
}
