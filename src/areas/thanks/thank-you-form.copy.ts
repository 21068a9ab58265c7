/** Texts of the form of a thank-you. */
export const thankYouFormCopy = {
  lead: (course: string, sponsor: string | null) =>
    sponsor
      ? `A few words to ${sponsor}, who paid for “${course}”.`
      : `A few words to the sponsor who paid for “${course}”. They reach your sponsor, who stays anonymous.`,
  label: 'Your words',
  count: (typed: number, most: number) => `${typed} of ${most} characters`,
  rule: 'An operator reads them first if they hold a link, a number or a handle, and always if you are under 18. Once sent, they cannot be changed.',
  submit: 'Send',
  busy: 'Sending…',
  failed: 'Your words could not be sent. Nothing is lost; please try again.',
} as const;
