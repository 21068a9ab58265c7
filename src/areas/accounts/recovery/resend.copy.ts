/**
 * Texts of the button that sends another confirmation mail; separate, to keep the dashboard's bundle small.
 */
export const resendCopy = {
  act: 'Send the mail again',
  acting: 'Sending…',
  done: 'A new mail is on its way. The link in it works for 7 days.',
  failed: 'We could not send the mail. Please try again later.',
} as const;
