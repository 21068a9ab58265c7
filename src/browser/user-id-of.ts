/**
 * Id of the person whom a token was made for; undefined without one. Unchecked, because only the server can: it keeps
 * apart what a browser holds for different people, and opens nothing.
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
