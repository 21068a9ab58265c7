/** What the sponsor-status page reads from its address. Hints for display; the server decides by id. */
export interface StatusQuery {
  state: 'meet' | 'pay';
  learner: string;
  learnerId: string;
  /** Major units; NaN when the address holds no price. */
  price: number;
  currency: string;
  requestId: string;
}

/** Reads the address; both spellings of the request's parameter are known (specification section 2). */
export function readStatusQuery(search: string): StatusQuery {
  const query = new URLSearchParams(search);
  return {
    state: query.get('state') === 'meet' ? 'meet' : 'pay',
    learner: query.get('learner')?.trim() ?? '',
    learnerId: query.get('id') ?? '',
    price: query.get('price') ? Number(query.get('price')) : Number.NaN,
    currency: query.get('unit') ?? '',
    requestId: query.get('requestID') || query.get('requestId') || '',
  };
}

/** Whether the address says enough to go on to the payment. */
export function canPay(query: StatusQuery): boolean {
  return query.requestId !== '' && query.price > 0 && query.currency !== '';
}
