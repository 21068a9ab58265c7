/** Texts of the mails that operators write to the people of a case. */
export const replyCopy = {
  title: 'Write to the person',
  hint: 'A mail to one person. Its text stays in the history of this case; answers go to the support address.',
  noRecipient: 'This case is about no person with an address.',
  to: 'To',
  parts: { learner: 'learner', payer: 'payer', person: 'the person' },
  template: 'Template',
  noTemplate: 'None',
  subject: 'Subject',
  text: 'Text',
  send: 'Send the mail',
  sending: 'Sending…',
  failed: 'The mail could not be sent. Please try again.',
} as const;
