import { dayText } from '../../ui/format.ts';

/** Texts of the learner's dashboard alone; a sponsor does not load them. */
export const learnerViewCopy = {
  counters: {
    pending: 'Pending Requests',
    paid: 'Paid Requests',
    enrolled: 'Enrolled Courses',
    completed: 'Completed Courses',
  },
  requests: 'Your Course Requests',
  boughtBy: (time: string) => `We expect to buy this course by ${dayText(time)}.`,
  askAgain: 'Ask for help again',
  turns: {
    enrolment: 'Confirm that you are enrolled:',
    time: 'Propose a time for the meeting:',
    meeting: 'Answer the proposed meeting:',
    price: 'Confirm the price:',
    invoice: 'Upload the invoice of your school:',
  },
  noRequests: 'No requests found.',
  courses: 'Your Enrolled Courses',
  saved: 'Your Saved Courses',
  noCourses: "You haven't enrolled in any courses yet.",
  noCounted: {
    enrolled: 'You are not enrolled in a course at the moment.',
    completed: "You haven't completed any courses yet.",
  },
  arranged: 'Being arranged',
  arrangedNext: 'Once you are enrolled, a course moves to Your Enrolled Courses.',
  states: { 'in-progress': 'In Progress', completed: 'Completed', saved: 'Saved', refunded: 'Refunded' },
  certificate: 'Certificate Uploaded',
  openCourse: 'Open the course',
  closedCourse: '(completed, no longer linked)',
  view: 'View Certificate',
  upload: 'Upload Cert',
  ask: 'Ask a sponsor for this course',
  selfReported: 'Self-reported',
  selfReportedHint: 'Uploaded by you; not checked with the platform.',
} as const;
