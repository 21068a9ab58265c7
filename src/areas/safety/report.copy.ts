import { type ReportSubject, reportReasons } from '#contracts/safety/report-reasons.ts';

/** Texts of the page on which visitors and members report something. */
export const reportCopy = {
  title: 'Report something',
  description: 'Tell our operators about a request, a person or a course that is not right.',
  lead: 'An operator looks at every report. Nobody is told who made it.',
  about: 'What is it about?',
  subjects: {
    request: 'The request',
    learner: 'The learner',
    note: 'The note that came with the meeting',
    sponsor: 'The sponsor you were to meet',
    thanks: 'The words of a learner to you',
    course: 'The course',
  } satisfies Record<ReportSubject, string>,
  reason: 'What is wrong?',
  reasons: reportReasons,
  details: 'What should we know?',
  detailsHint: 'If you like, in a few sentences.',
  email: 'Your email',
  emailOut: 'Only if you want to hear the outcome. We use it for nothing else.',
  emailIn: 'Leave it empty to get the outcome at the address of your account.',
  submit: 'Send the report',
  busy: 'Sending…',
  home: 'Go Home',
  urgent: 'Is somebody in danger right now? Please call the police or an emergency service first.',
  noScript: 'The form works with JavaScript. Without it, please write to us:',
  noSubject: 'Please open this page with the “Report” link of a request, a person or a course.',
  reasonMissing: 'Please choose what is wrong.',
  invalid: 'Please enter a valid email address.',
  failed: 'Your report could not be sent. Nothing is lost; please try again.',
} as const;
