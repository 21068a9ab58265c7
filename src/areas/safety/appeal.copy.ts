import { dayText } from '../../ui/format.ts';

/** Texts of the page on which a learner or a suspended person appeals. */
export const appealCopy = {
  title: 'Appeal a decision',
  description: 'Tell another operator why a decision about your request or account is wrong.',
  loading: 'Loading the decision…',
  account: 'Your account is suspended. The reason:',
  request: (courseTitle: string) => `Your request for ${courseTitle} is not shown to sponsors. The reason:`,
  once: 'A decision can be appealed once. Another operator than the one who decided answers you by mail.',
  text: 'Why is the decision wrong?',
  textHint: 'Up to 1,000 characters.',
  submit: 'Send the appeal',
  busy: 'Sending…',
  dashboard: 'Go to your dashboard',
  home: 'Go Home',
  states: {
    open: 'Another operator is looking at your appeal. We mail you the answer.',
    granted: 'Your appeal was granted. The answer:',
    denied: 'Your appeal was answered, and the decision stands. The answer:',
  },
  expected: (time: string) => ` We expect to have it by ${dayText(time)}.`,
  noScript: 'The form works with JavaScript. Without it, please write to us:',
  noTarget: 'Please open this page from your dashboard or with the link in our mail.',
  textMissing: 'Please tell us why the decision is wrong.',
  failed: 'This did not work. Nothing is lost; please try again.',
} as const;
