/** What the sponsor-status page reads from its address: which step, of which request. */
export interface StatusQuery {
  state: 'meet' | 'pay';
  requestId: string;
}

/** Reads the address; both spellings of the request's parameter are known (specification section 2). */
export function readStatusQuery(search: string): StatusQuery {
  const query = new URLSearchParams(search);
  return {
    state: query.get('state') === 'meet' ? 'meet' : 'pay',
    requestId: query.get('requestID') || query.get('requestId') || '',
  };
}
