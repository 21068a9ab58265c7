/**
 * All mail topics that recipients can switch off. Receipts and security mails have no topic and are always
 * sent. Add a new topic here, to a role in {@link topicsOfRole} and to the mails it covers.
 */
export const mailTopics = {
  meeting: { label: 'Meetings', hint: 'Somebody would like to meet you, and what becomes of it.' },
  requestChanges: {
    label: 'Changes to requests',
    hint: 'A learner whom you are going to meet has changed their request.',
  },
  enrolled: { label: 'Enrolment', hint: 'You are enrolled in a course that was paid for you.' },
  courseCompleted: { label: 'Finished courses', hint: 'A learner has finished a course that you paid for.' },
  thanks: { label: 'Words from learners', hint: 'A learner thanks you for a course that you paid for.' },
  invitation: { label: 'Invitations', hint: 'A learner asks you, in person, to help with a course.' },
} as const;
export type MailTopic = keyof typeof mailTopics;

/** The topics of each role, in the order of the profile page. */
export const topicsOfRole = {
  learner: ['meeting', 'enrolled'],
  sponsor: ['meeting', 'requestChanges', 'courseCompleted', 'thanks', 'invitation'],
  operator: [],
} as const satisfies Record<string, readonly MailTopic[]>;
