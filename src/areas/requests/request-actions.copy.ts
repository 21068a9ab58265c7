import { dayText } from '../../ui/format.ts';

/** Texts of what a learner can do with a request that is sent. */
export const requestActionsCopy = {
  edit: 'Edit',
  share: {
    open: 'Share',
    title: 'Share your request',
    text: 'People who open this link sign in as a sponsor first, and then see your request as every sponsor does.',
    message: (course: string) =>
      `Would you sponsor my course, “${course}”? Sign in as a sponsor to read my request:`,
  },
  withdrawal: {
    open: 'Withdraw',
    title: 'Withdraw this request?',
    text: (course: string) => `Sponsors will no longer see your request for ${course}.`,
    told: 'Everyone you invited, and every sponsor who arranged to meet you, gets a short mail about it. A platform password that you gave us is erased.',
    forGood: 'This cannot be undone. You can file a new request at any time.',
    keep: 'Keep it',
    confirm: 'Withdraw it',
    busy: 'Withdrawing…',
    done: 'Your request is withdrawn.',
    failed: 'We could not withdraw it. Please try again.',
  },
  invitations: {
    open: (count: number) => (count === 1 ? '1 invitation' : `${count} invitations`),
    title: 'Whom you invited',
    text: 'Each person sees your request after signing in as a sponsor with the address that you invited.',
    loading: 'Looking for your invitations…',
    failed: 'Your invitations did not load.',
    sent: 'Sent',
    unsent: 'Not sent yet',
    waits: 'Waits until you have confirmed your own email address',
    again: (time: string) => `Can be sent again from ${time}`,
    noMore: 'Sent as often as we do',
    resend: 'Send again',
    resending: 'Sending…',
    resent: (email: string) => `The invitation to ${email} is on its way again.`,
    revoke: 'Take back',
    revoking: 'Taking back…',
    revoked: (email: string) => `${email} no longer sees your request.`,
    notChanged: 'That did not work. Please try again.',
    more: 'Invite somebody else',
    done: 'DONE',
  },
} as const;

/** Texts that ask a learner whether a price is still right. */
export const priceConfirmationCopy = {
  ask: (price: string, until: string) =>
    `Does the course still cost ${price}? Please confirm it by ${dayText(until)}; otherwise sponsors do not see this request any more.`,
  unlisted: (price: string) =>
    `Sponsors do not see this request at the moment. Does the course still cost ${price}? Confirm it, and they see it again.`,
  confirm: (price: string) => `Yes, still ${price}`,
  change: 'Change the price',
  busy: 'Saving…',
  failed: 'We could not save that. Please try again.',
};
