import { dayText } from '../../ui/format.ts';

/** Texts of the learner's words to the sponsor, on the learner's card. */
export const thanksCopy = {
  open: 'Thank your sponsor',
  again: 'Write other words',
  states: {
    delivered: 'You have thanked your sponsor.',
    held: 'An operator reads your words to your sponsor first.',
    declined: 'We did not pass on your words to your sponsor. The reason:',
  },
  expected: (time: string) => `We expect that by ${dayText(time)}.`,
} as const;
