import { approvalKindNames } from '#contracts/desk/desk-words.ts';

/** Texts about what waits for the approval of an operator. */
export const approvalsCopy = {
  title: 'Approvals',
  heading: 'Waits for approval',
  lead: 'What one operator asks for and another one approves, oldest first. No case has to be claimed for that.',
  fourEyesOff:
    'On this installation one operator may refund and approve alone (OPERATORS_FOUR_EYES is off). Refunds that a payer is owed, and higher prices, wait here all the same.',
  list: 'What waits for approval',
  empty: 'Nothing waits for approval.',
  kinds: approvalKindNames,
  asked: (name: string | null) => (name ? `${name} asked for it` : 'The rules ask for it'),
  noReason: 'No reason was given.',
  dueAt: 'The bank takes it as accepted',
  openCase: 'Open the case',
  notYours: 'You cannot approve this.',
  approveHint: 'It is done at once.',
  reason: 'Your reason',
  reasonHint: 'For the history of the case.',
  optionalReasonHint: 'For the history of the case. May be empty.',
  decline: 'Decline',
  declineHint:
    'Nothing is done. Your reason is in the history of the case, which stays open unless it is about a suspension.',
  more: (shown: number, total: number) => `Show more (${shown} of ${total})`,
} as const;
