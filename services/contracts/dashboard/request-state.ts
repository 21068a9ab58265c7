import type { PurchaseSteps } from '../purchases/purchases.ts';
import type { OwnReview } from '../requests/request-holds.ts';
import type { RequestStatus } from '../requests/request-status.ts';

/** What the purchase of a paid course, its refund, its dispute and the question about its price decide. */
export type PurchaseFacts = Pick<PurchaseSteps, 'status' | 'isRefunding' | 'isDisputed' | 'payerAskedUntil'>;

/** All that decides where a request stands. */
export interface RequestFacts {
  status: RequestStatus;
  review: Pick<OwnReview, 'state'> | null;
  /** The purchase of the approved payment; null without one. */
  purchase: PurchaseFacts | null;
}

/** Where a request stands; the readings of learner and sponsor are tables of these. */
export const requestStates = [
  'pending',
  'reserved',
  'waiting',
  'guardian',
  'paused',
  'rejected',
  'withdrawn',
  'buying',
  'on-hold',
  'price-question',
  'disputed',
  'bought',
  'handed-over',
  'not-bought',
  'refunding',
  'refunded',
  'enrolled',
  'completed',
] as const;
export type RequestState = (typeof requestStates)[number];

/** Returns where a request stands. A refund that is under way comes before everything but a completed course. */
export function requestStateOf({ status, review, purchase }: RequestFacts): RequestState {
  switch (status) {
    case 'pending':
    case 'reserved':
      return review?.state ?? status;
    case 'paid':
      return paidStateOf(purchase, review !== null);
    case 'enrolled':
      return purchase?.isRefunding ? 'refunding' : 'enrolled';
    default:
      return status;
  }
}

function paidStateOf(purchase: PurchaseFacts | null, isHeld: boolean): RequestState {
  if (purchase?.status === 'failed') return 'not-bought';
  if (purchase?.isRefunding) return 'refunding';
  if (purchase?.status === 'handed_over' || purchase?.status === 'redeemed') return 'handed-over';
  if (purchase?.status === 'bought') return 'bought';
  if (isHeld) return 'on-hold';
  if (purchase?.isDisputed) return 'disputed';
  return purchase?.payerAskedUntil ? 'price-question' : 'buying';
}

/** States of a request that waits for a check, a guardian or an appeal. */
export const heldStates: readonly RequestState[] = ['waiting', 'guardian', 'paused', 'rejected', 'on-hold'];

/** The lists of a learner's dashboard that have a counter: requests, and courses. */
export const countedLists = ['pending', 'paid', 'enrolled', 'completed'] as const;
export type CountedList = (typeof countedLists)[number];

/** The lists of a sponsor's dashboard that have a counter: courses that were paid for, and those of them that are completed. */
export const sponsorLists = ['funded', 'completed'] as const;
export type SponsorList = (typeof sponsorLists)[number];

/** Returns the list that a request, or its course once the learner is enrolled, is counted in; null for none. */
export function listOf(state: RequestState): CountedList | null {
  switch (state) {
    case 'pending':
    case 'reserved':
    case 'waiting':
    case 'guardian':
    case 'paused':
      return 'pending';
    case 'buying':
    case 'on-hold':
    case 'price-question':
    case 'disputed':
    case 'bought':
    case 'handed-over':
      return 'paid';
    case 'enrolled':
    case 'completed':
      return state;
    default:
      return null;
  }
}

/** State of a course on a learner's dashboard that is not completed. */
export type CourseState = 'saved' | 'being-arranged' | 'refunding' | 'refunded' | 'in-progress';

/** Returns the state of a course that was paid for, by that of its request. */
export function courseStateOf(request: RequestState): CourseState {
  if (request === 'refunding' || request === 'not-bought') return 'refunding';
  if (request === 'refunded') return 'refunded';
  const list = listOf(request);
  if (list === 'paid') return 'being-arranged';
  return list === 'enrolled' || list === 'completed' ? 'in-progress' : 'saved';
}

/** What a person reads about a request, on screens and in mails. */
export interface Reading<Button extends string> {
  badge: string;
  colour: 'good' | 'wait' | 'warn';
  /** The step of the timeline that is next, or with which it ended. */
  step: Step;
  /** May have gaps such as `{day}`; empty where badge and step say all. */
  sentence: string;
  buttons: readonly Button[];
}

/** Names of the steps of a timeline, for both people. */
export const stepNames = {
  submitted: 'Submitted',
  review: 'Checked by us',
  rejected: 'Not shown to sponsors',
  notSeen: 'Seen by sponsors',
  meeting: 'Meeting',
  paid: 'Paid',
  bought: 'Bought',
  handedOver: 'Handed over',
  enrolled: 'Enrolled',
  completed: 'Completed',
  withdrawn: 'Withdrawn',
  refunding: 'Being refunded',
  refunded: 'Refunded',
  paymentPending: 'Payment being checked',
  paymentFailed: 'Payment failed',
  paymentAbandoned: 'Payment not finished',
  paymentReview: 'A person is checking',
} as const;
export type Step = keyof typeof stepNames;

/** What a payer reads about a payment that was given back, on every page. */
export const paymentGivenBack = 'The payment was given back to you.';

/** Fills the gaps of a sentence; a gap without a value stays, so that a test finds it. */
export function fillSentence(sentence: string, values: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{(\w+)\}/g, (gap, name: string) => values[name] ?? gap);
}
