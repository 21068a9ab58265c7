/** Subjects of reports. A learner is named by a request of theirs, a sponsor and a note by a meeting, a thank-you by its id, a course by its slug. */
export const reportSubjects = ['request', 'learner', 'note', 'sponsor', 'thanks', 'course'] as const;
export type ReportSubject = (typeof reportSubjects)[number];

/** Reasons of a report, with the label in the form. */
export const reportReasons = {
  fraud: 'It looks like fraud or a scam',
  danger: 'Somebody may be in danger, or is a child',
  impersonation: 'Somebody pretends to be another person',
  offensive: 'It is offensive, hateful or sexual',
  wrong: 'The course, its price or its link is wrong',
  other: 'Something else',
} as const;
export type ReportReason = keyof typeof reportReasons;

/** Reasons that are decided within hours and can pause payments at once. */
export const graveReasons: readonly ReportReason[] = ['fraud', 'danger'];
