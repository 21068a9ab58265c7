/**
 * Every act in the history of a case, by the name that is stored: what the history says (`done`), and for those that operators
 * choose the text of their button (`label`). Server, page and history read this list; without an entry an act does not compile.
 */
export const caseActs = {
  opened: { done: 'Opened' },
  updated: { done: 'News' },
  merged: { done: 'Reported once more' },
  repeated: { done: 'Another case closed as a duplicate of this one' },
  reported: { done: 'Words of the reporter' },
  appealed: { done: 'Words of the appeal' },
  claimed: { done: 'Claimed' },
  assigned: { done: 'Assigned' },
  released: { done: 'Returned to the inbox' },
  waiting: { label: 'Wait for an answer', done: 'Set to waiting' },
  resumed: { done: 'No longer waiting' },
  replied: { done: 'Mail to the person' },
  noted: { label: 'Add a note', done: 'Note' },
  closed: { label: 'Close the case', done: 'Closed' },
  reopened: { label: 'Open again', done: 'Opened again' },
  login_revealed: { label: 'Show the platform login', done: 'Platform login shown' },
  proof_added: { label: 'Add a proof of enrolment', done: 'Proof of enrolment added' },
  receipt_uploaded: { label: 'Upload the receipt', done: 'Receipt uploaded' },
  requested: { done: 'Asked for approval' },
  approved: { done: 'Approved' },
  declined: { done: 'Declined' },
  'payments paused': { done: 'Payments paused' },

  'start-buying': { label: 'Start buying', done: 'Purchase started' },
  'stop-buying': { label: 'Stop buying', done: 'Purchase stopped' },
  'ask-for-higher-price': {
    label: 'Ask a second operator for a higher price',
    done: 'Approval of a higher price requested',
  },
  'approve-higher-price': { label: 'Approve the higher price', done: 'Higher price approved' },
  'ask-payer': { label: 'Ask the payer about a higher price', done: 'Payer asked about a higher price' },
  'withdraw-price-question': {
    label: 'Take the question to the payer back',
    done: 'Question to the payer taken back',
  },
  'record-order': { label: 'Record the order', done: 'Order recorded' },
  'hand-over': { label: 'Hand over', done: 'Course handed over' },
  'mark-enrolled': { label: 'Mark enrolled', done: 'Learner marked as enrolled' },
  'buy-again': { label: 'Put back into the queue', done: 'Purchase put back into the queue' },
  'end-purchase': { label: 'End the purchase', done: 'Purchase ended' },
  'confirm-proof': { label: 'Confirm the proof and refund the payment', done: 'Proof confirmed' },
  'reject-proof': { label: 'Reject the proof', done: 'Proof rejected' },

  'accept-payment': { label: 'Accept the payment', done: 'Payment accepted' },
  'ask-for-rest': {
    label: 'Accept the payment and ask for the rest',
    done: 'Payment accepted, payer asked for the rest',
  },
  refund: { label: 'Refund the payment', done: 'Refund requested' },
  'approve-refund': { label: 'Approve the refund', done: 'Refund approved' },
  'withdraw-refund': { label: 'Withdraw the refund', done: 'Refund withdrawn' },
  'refund-excess-again': {
    label: 'Request the refund of what is above the price again',
    done: 'Refund of what is above the price requested again',
  },
  'refund-rest-again': { label: 'Request the rest again', done: 'Rest requested again' },
  refund_processing: { done: 'Refund on its way' },
  refund_needs_attention: { done: 'Refund needs bank details' },
  refund_processed: { done: 'Refund paid out' },
  refund_failed: { done: 'Refund failed' },
  'settle-again': { label: 'Verify with the provider again', done: 'Verified with the provider again' },

  'send-mail-again': { label: 'Send the mail again', done: 'Mail sent again' },
  'assign-transaction': { label: 'It belongs to a payment', done: 'Assigned to a payment' },
  'not-ours': { label: 'It is not ours', done: 'Marked as not ours' },
  'refund-transaction': {
    label: 'Refund it at the provider',
    done: 'Refund at the provider requested',
  },
  'approve-transaction-refund': {
    label: 'Approve the refund at the provider',
    done: 'Refund at the provider approved',
  },

  'fight-dispute': { label: 'Fight the dispute', done: 'Dispute fought' },
  'accept-dispute': { label: 'Accept the dispute', done: 'Dispute accepted' },
  'approve-acceptance': {
    label: 'Approve accepting the dispute',
    done: 'Acceptance of the dispute approved',
  },

  'approve-request': { label: 'Approve the request', done: 'Request approved' },
  'reject-request': { label: 'Reject the request', done: 'Request rejected' },
  'show-in-invitations': {
    label: 'Read: may be shown in invitations',
    done: 'Text shown in invitations',
  },
  'hide-in-invitations': { label: 'Do not show', done: 'Text not shown in invitations' },
  'deliver-thank-you': { label: 'Deliver the words', done: 'Words delivered' },
  'decline-thank-you': { label: 'Do not deliver the words', done: 'Words not delivered' },
  'pause-payments': { label: 'Pause payments', done: 'Payments paused' },
  'resume-payments': { label: 'Resume payments', done: 'Payments resumed' },
  'show-again': { label: 'Show the request again', done: 'Request shown again' },
  uphold: { label: 'Uphold the report', done: 'Report upheld' },
  dismiss: { label: 'Dismiss the report', done: 'Report dismissed' },
  'grant-appeal': { label: 'Grant the appeal', done: 'Appeal granted' },
  'deny-appeal': { label: 'Deny the appeal', done: 'Appeal denied' },
  'approve-suspension': { label: 'Approve the suspension', done: 'Suspension approved' },
  'approve-restoration': {
    label: 'Approve the end of the suspension',
    done: 'End of the suspension approved',
  },
  'run-jobs-again': { label: 'Run the failed jobs again', done: 'Failed jobs run again' },
} as const satisfies Record<string, { label?: string; done: string }>;

/** Name of an act, as the history stores it. */
export type CaseActName = keyof typeof caseActs;

/** Name of an act that operators choose on the page of a case. */
export type ChosenActName = {
  [Name in CaseActName]: (typeof caseActs)[Name] extends { label: string } ? Name : never;
}[CaseActName];

/** Returns what the history says about an act; the name itself of one that only an earlier release stored. */
export function describeAct(name: string): string {
  return Object.hasOwn(caseActs, name) ? caseActs[name as CaseActName].done : name.replaceAll(/[_-]/g, ' ');
}

/**
 * Acts that lead a purchase to its learner. The page of its case puts none but these first: while a dispute or a refund blocks them,
 * the purchase waits, and is not ended for that.
 */
export const purchaseSteps: readonly string[] = [
  'record-order',
  'start-buying',
  'hand-over',
  'mark-enrolled',
  'confirm-proof',
] satisfies ChosenActName[];
