/** Formats a receipt number: `CL-000012`. */
export function receiptNumberText(receiptNumber: number): string {
  return `CL-${String(receiptNumber).padStart(6, '0')}`;
}
