/** How the references of sample payments begin. */
export const samplePrefix = 'sample-';

/** Returns the reference of the sample payment of a request; only the local payment provider can know it. */
export function sampleReference(requestId: string): string {
  return `${samplePrefix}${requestId}`;
}

/** Returns whether a reference is one of the sample data. */
export function isSampleReference(reference: string): boolean {
  return reference.startsWith(samplePrefix);
}
