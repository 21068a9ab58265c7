/** A receipt's number as people read it: `CL-000012`. */
export function receiptNumberText(receiptNumber: number): string {
  return `CL-${String(receiptNumber).padStart(6, '0')}`;
}
