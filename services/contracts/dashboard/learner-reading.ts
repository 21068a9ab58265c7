import type { deliveries } from '../requests/request-views.ts';
import {
  type Reading,
  type RequestFacts,
  type RequestState,
  requestStateOf,
  stepNames,
} from './request-state.ts';

/** What a learner can do in some state of a request, as the names of the buttons. */
export type LearnerButton =
  | 'edit'
  | 'withdraw'
  | 'appeal'
  | 'confirm-price'
  | 'add-invoice'
  | 'confirm-enrolment'
  | 'ask-again'
  | 'upload-certificate';

export type LearnerReading = Reading<LearnerButton>;

const open = {
  badge: 'Payment Pending',
  colour: 'wait',
  step: 'paid',
  buttons: ['edit', 'withdraw', 'add-invoice'],
} as const;
const paid = { badge: stepNames.paid, colour: 'good', step: 'bought', buttons: [] } as const;
const unbought = { ...paid, buttons: ['add-invoice'] } as const;
const refunding = {
  badge: stepNames.refunding,
  colour: 'warn',
  step: 'refunding',
  buttons: ['ask-again'],
} as const;
const notYourFault =
  'This is not your fault, and you owe nobody anything: you can ask for help with it again.';

/** Texts about a course that was handed over, by its delivery; also in the mail about it. */
const handedOver: Record<keyof typeof deliveries, string> = {
  'gift-to-email':
    'The course is bought for your account on the platform. Look for the mail of the platform, or sign in there.',
  'enrolment-code':
    'The course is bought. Your enrolment code is on your dashboard and is shown once: open it when you are ready to use it on the platform. We never send codes by mail.',
  'school-invoice': 'We have paid the invoice of your school. Ask there whether you are enrolled.',
  'platform-login': 'We have enrolled you with your platform login. Sign in there to begin.',
};

/** What a learner reads in each state of a request. */
export const learnerReadings: Readonly<Record<RequestState, LearnerReading>> = {
  pending: { ...open, sentence: '', buttons: [...open.buttons, 'confirm-price'] },
  reserved: {
    ...open,
    sentence:
      'A sponsor is paying for this course right now, until {time}. If you withdraw it, or change course, link or price, that payment is given back.',
  },
  waiting: {
    ...open,
    step: 'review',
    sentence: 'We are looking at your request. Sponsors see it once it is approved; we write to you.',
  },
  guardian: {
    ...open,
    sentence:
      'Sponsors see this request when your guardian has agreed. You can have the mail to them sent again in your profile.',
  },
  paused: {
    ...open,
    sentence:
      'Payments and meetings for this request are paused while we check it. This usually takes less than a day, and you need not do anything.',
  },
  rejected: {
    badge: stepNames.rejected,
    colour: 'warn',
    step: 'rejected',
    sentence: 'We decided not to show this request. The reason:',
    buttons: [...open.buttons, 'appeal'],
  },
  withdrawn: {
    badge: stepNames.withdrawn,
    colour: 'warn',
    step: 'withdrawn',
    sentence: 'Sponsors no longer see this request.',
    buttons: [],
  },
  buying: { ...unbought, sentence: 'We buy it now, and write to you as soon as it is there.' },
  'on-hold': {
    ...unbought,
    colour: 'wait',
    sentence: 'We check this request before we buy the course. You need not do anything.',
  },
  'price-question': {
    ...unbought,
    colour: 'wait',
    sentence:
      'The course became more expensive before we could buy it. We have asked your sponsor about the difference, and know more by {day}. You need not do anything.',
  },
  disputed: {
    ...unbought,
    colour: 'wait',
    sentence:
      'A bank is checking the payment for this course. We buy the course when that is settled; you need not do anything.',
  },
  bought: {
    ...paid,
    step: 'handedOver',
    sentence: 'The course is bought. We hand it over to you, and write to you as soon as it is there.',
  },
  'handed-over': {
    ...paid,
    step: 'enrolled',
    sentence: handedOver['gift-to-email'],
    buttons: ['confirm-enrolment'],
  },
  'not-bought': {
    ...refunding,
    sentence: `The course could not be bought, and its money goes back to your sponsor. ${notYourFault}`,
  },
  refunding: {
    ...refunding,
    sentence: `The payment for this course goes back to your sponsor. ${notYourFault}`,
  },
  refunded: {
    ...refunding,
    badge: stepNames.refunded,
    step: 'refunded',
    sentence: `The payment for this course was given back to your sponsor. ${notYourFault}`,
  },
  enrolled: {
    badge: stepNames.enrolled,
    colour: 'good',
    step: 'completed',
    sentence: 'When you have finished, upload your certificate: it is the best thank-you there is.',
    buttons: ['upload-certificate'],
  },
  completed: {
    badge: stepNames.completed,
    colour: 'good',
    step: 'completed',
    sentence: 'You have finished this course. Congratulations!',
    buttons: [],
  },
};

/** Returns what a learner can do in the state of a request. */
export const learnerButtons = (facts: RequestFacts): readonly LearnerButton[] =>
  learnerReadings[requestStateOf(facts)].buttons;

/** All that decides what a learner reads about a request. */
export interface LearnerFacts extends RequestFacts {
  delivery: keyof typeof deliveries;
  /** A sponsor has viewed it or arranged a meeting. */
  isSeen: boolean;
  /** A meeting about it is still to come. */
  hasMeetingAhead: boolean;
}

/** Returns what a learner reads about a request. */
export function learnerReading(facts: LearnerFacts): LearnerReading {
  const state = requestStateOf(facts);
  const reading = learnerReadings[state];
  if (state === 'on-hold' && facts.review?.state === 'rejected')
    return { ...reading, buttons: [...reading.buttons, 'appeal'] };
  if (state === 'handed-over') return { ...reading, sentence: handedOver[facts.delivery] };
  if (reading.step !== 'paid') return reading;
  if (!facts.isSeen) return { ...reading, step: 'notSeen' };
  return facts.hasMeetingAhead ? { ...reading, step: 'meeting' } : reading;
}
