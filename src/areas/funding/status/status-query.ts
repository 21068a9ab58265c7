/** Query parameters of the sponsor-status page: the step and the request. */
export interface StatusQuery {
  state: 'meet' | 'pay';
  requestId: string;
}

/** Parses the query string; both spellings of the request parameter are accepted (specification section 2). */
export function readStatusQuery(search: string): StatusQuery {
  const query = new URLSearchParams(search);
  return {
    state: query.get('state') === 'meet' ? 'meet' : 'pay',
    requestId: query.get('requestID') || query.get('requestId') || '',
  };
}
