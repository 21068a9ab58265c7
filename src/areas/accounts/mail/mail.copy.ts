/** Texts of the page that the unsubscribe link of a mail opens. */
export const mailCopy = {
  title: 'Which mails you get',
  description: 'Switch one kind of mail off or on again.',
  loading: 'Looking at your link…',
  lost: 'We could not reach our server. Nothing has changed; please try again.',
  elsewhere: 'You can choose your mails on your profile as well.',
  isOn: 'You get these mails now. One press, and they stop.',
  isOff: 'You do not get these mails. One press, and they come again.',
  switchOff: 'Stop these mails',
  switchOn: 'Send them again',
  busy: 'Saving…',
  others: 'Everything else is as it was. Receipts and mails about the safety of an account always come.',
  home: 'Go Home',
  profile: 'All my mails',
  retry: 'Try again',
  noScript: 'This page needs JavaScript. Your mail program may have a button of its own to unsubscribe.',
} as const;
