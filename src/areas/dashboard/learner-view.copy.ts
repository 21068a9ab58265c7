import { dayText } from '../../ui/format.ts';

/** Texts of the learner's dashboard alone; a sponsor does not load them. */
export const learnerViewCopy = {
  counters: {
    pending: 'Pending Requests',
    paid: 'Paid Requests',
    enrolled: 'Enrolled Courses',
    completed: 'Completed Courses',
  },
  countersLabel: 'In numbers',
  requests: 'Your Course Requests',
  boughtBy: (time: string) => `We expect to buy this course by ${dayText(time)}.`,
  turn: 'Your turn:',
  noRequests: 'No requests found.',
  courses: 'Your Enrolled Courses',
  noCourses: "You haven't enrolled in any courses yet.",
  arranged: 'Being arranged',
  arrangedNext:
    'We buy the course and write to you when it is there. Once you are enrolled, it moves to Your Enrolled Courses.',
  states: { 'in-progress': 'In Progress', completed: 'Completed' },
  certificate: 'Certificate Uploaded',
  openCourse: 'Open the course',
  closedCourse: '(completed, no longer linked)',
  view: 'View Certificate',
  upload: 'Upload Cert',
  ask: 'Ask a sponsor for this course',
  selfReported: 'Self-reported',
  selfReportedHint: 'Uploaded by you; not checked with the platform.',
} as const;
