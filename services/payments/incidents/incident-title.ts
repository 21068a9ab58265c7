const titles: Record<string, string> = {
  'charge.dispute.create': 'A payer disputes a payment',
  'charge.dispute.remind': 'A dispute is still waiting for an answer',
  'charge.dispute.resolve': 'A dispute is resolved',
  'refund.pending': 'A refund was started at the provider',
  'refund.processing': 'A refund is on its way',
  'refund.processed': 'A refund was paid out',
  'refund.failed': 'A refund failed',
  'refund.needs-attention': 'A refund needs the payer\u2019s bank details',
  'bank.transfer.rejected': 'A bank transfer was sent back',
};

/** Returns what an event of the provider means, for the mail and the case about it. */
export function incidentTitle(event: string): string {
  return titles[event] ?? 'The provider reports something about a payment';
}

/** Returns the summary of the case about an event; `detail` is the provider's own, such as the category of a dispute. */
export function incidentSummary(event: string, detail: string | null): string {
  return `${incidentTitle(event)}${detail ? ` (${detail})` : ''}.`;
}
