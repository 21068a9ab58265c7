import { safeNext, withQuery } from './paths.ts';

/** Paths of the pages of the operators' desk. */
export const deskPaths = {
  inbox: '/ops',
  signIn: '/ops/sign-in',
  approvals: '/ops/approvals',
  money: '/ops/money',
  catalogue: '/ops/catalogue',
  people: '/ops/people',
  queues: '/ops/queues',
  queueBoard: '/ops/queues/board',
  audit: '/ops/audit',
  operators: '/ops/operators',
} as const;

/** Path of the page of a case on the operators' desk. */
export const casePath = (caseId: string): string => withQuery('/ops/case', { id: caseId });

/** Path of a payment on the operators' desk. */
export const paymentPath = (paymentId: string): string => withQuery(deskPaths.money, { id: paymentId });

/** Path of a course on the operators' desk. */
export const deskCoursePath = (courseId: string): string => withQuery(deskPaths.catalogue, { id: courseId });

/** The open incidents in the inbox. */
export const incidentsPath: string = withQuery(deskPaths.inbox, { kind: 'incident' });

/** Path of a person on the operators' desk. */
export const personPath = (personId: string): string => withQuery(deskPaths.people, { id: personId });

/** Returns `next` from a query if it is a page of the desk; otherwise the inbox. */
export function safeDeskNext(search: string, origin: string): string {
  const next = safeNext(search, origin);
  return /^\/ops(\/|\?|$)/.test(next) ? next : deskPaths.inbox;
}
