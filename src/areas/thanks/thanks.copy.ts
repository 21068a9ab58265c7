import { dayText } from '../../ui/format.ts';

/** Texts of the learner's words to the sponsor, for both. */
export const thanksCopy = {
  open: 'Thank your sponsor',
  again: 'Write other words',
  states: {
    delivered: 'You have thanked your sponsor.',
    held: 'An operator reads your words to your sponsor first.',
    declined: 'We did not pass on your words to your sponsor. The reason:',
  },
  expected: (time: string) => `We expect that by ${dayText(time)}.`,
  form: {
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
  },
  received: {
    paid: (learner: string) => `${learner} wrote to you when you had paid:`,
    enrolled: (learner: string) => `${learner} wrote to you from the start of the course:`,
    completed: (learner: string) => `${learner} wrote to you after the course:`,
  },
  report: 'Report these words',
} as const;
