/** The NOTIFY channel that wakes callers who wait for a verification. */
export const PAYMENTS_CHANNEL = 'payments';
