const prefix = 'sample-';

/** Returns the reference of the sample payment of a request; the payment provider does not know it. */
export function sampleReference(requestId: string): string {
  return `${prefix}${requestId}`;
}

/** Returns whether a reference is one of the sample data. */
export function isSampleReference(reference: string): boolean {
  return reference.startsWith(prefix);
}
