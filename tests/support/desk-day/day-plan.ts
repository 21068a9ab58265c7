import type { ChosenActName } from '#contracts/cases/case-acts.ts';

/** An act that operators choose instead of the one that the page puts first. */
export interface PlannedAct {
  act: ChosenActName;
  /** Texts by name of the field, instead of {@link usualTexts}. */
  texts?: Readonly<Record<string, string>>;
}

/** How the cases about a subject differ from the usual work. */
export interface SubjectPlan {
  /** Each is done once, as soon as the page of the case offers it. */
  acts?: readonly PlannedAct[];
  /** Texts by name of the field for every act. */
  texts?: Readonly<Record<string, string>>;
  /** What is asked for is declined. */
  isDeclined?: boolean;
}

/** Texts of fields that are typed where a plan has no others. */
export const usualTexts: Readonly<Record<string, string>> = {
  orderNumber: 'CO-7',
  charged: '20000',
  currency: 'NGN',
  code: 'CODE-1',
  isMoneyBack: 'no',
  reason: 'We have checked it.',
  answer: 'We have looked at it again.',
  message: 'The learner was enrolled with the order of the payer.',
  outcome: 'checked',
};

/** Plans by subject: the title of a course, the name of a person or the reference of a transaction. */
const plans: Readonly<Record<string, SubjectPlan>> = {
  French: { acts: [{ act: 'ask-for-higher-price', texts: { price: '21600' } }], texts: { charged: '21600' } },
  Geology: { acts: [{ act: 'ask-payer', texts: { price: '26000' } }], texts: { charged: '26000' } },
  History: { acts: [{ act: 'ask-payer', texts: { price: '26000' } }] },
  Japanese: { texts: { charged: '15000' } },
  Music: { acts: [{ act: 'accept-dispute' }] },
  // The first refund fails.
  Quilting: {
    acts: [{ act: 'refund' }, { act: 'refund' }],
    texts: { reason: 'The school has closed.' },
  },
  Theology: { acts: [{ act: 'ask-for-rest' }] },
  Wiring: { acts: [{ act: 'dismiss' }] },
  Xylophone: { acts: [{ act: 'pause-payments' }, { act: 'dismiss' }] },
  Yoga: { acts: [{ act: 'uphold' }] },
  'Rich in a week': { acts: [{ act: 'uphold' }] },
  'Tom Declined': { isDeclined: true },
  'pos-ours': { acts: [{ act: 'assign-transaction' }] },
  'pos-back': { acts: [{ act: 'refund-transaction' }] },
  'pos-other': { acts: [{ act: 'not-ours' }] },
};

/** Returns the plan for a case that has these words. */
export const planOf = (...words: (string | null | undefined)[]): SubjectPlan => {
  const text = words.join(' ');
  return Object.entries(plans).find(([subject]) => text.includes(subject))?.[1] ?? {};
};
