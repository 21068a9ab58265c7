/**
 * Returns the user id (`sub`) of a session token; undefined for an invalid one. The signature is not verified: the id
 * only separates the stored data of different users and grants no access.
 */
export function userIdOf(token: string | undefined): string | undefined {
  try {
    const payload = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/');
    const claims: unknown = JSON.parse(atob(payload ?? ''));
    const id = claims && typeof claims === 'object' && 'sub' in claims ? claims.sub : undefined;
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}
