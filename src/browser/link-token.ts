/**
 * The secret of the mail's link that led here. It leaves the address bar at once, so that it is not shared,
 * shown or sent along; this entry of the tab's history keeps it, so that a reload still works.
 */
export function consumeLinkToken(): string {
  const fromLink = new URLSearchParams(location.search).get('token');
  if (fromLink === null) return keptToken();
  history.replaceState({ token: fromLink }, '', location.pathname);
  return fromLink;
}

/** Forgets a secret that was used. */
export function clearLinkToken(): void {
  history.replaceState(null, '', location.pathname);
}

function keptToken(): string {
  const state: unknown = history.state;
  const token = state && typeof state === 'object' && 'token' in state ? state.token : undefined;
  return typeof token === 'string' ? token : '';
}
