import type { CaseKind } from '#contracts/cases/cases.ts';
import type { CaseRow, disputeStages, refundStages } from '#contracts/desk/desk-inbox.ts';
import { upperFirst } from '#contracts/upper-first.ts';
import { caseCopy, paymentReturnsCopy } from '../case/case.copy.ts';
import { moneyCopy } from '../money/money.copy.ts';

type Texts<Stage extends string> = Readonly<Record<Stage, string>>;

const refunds = {
  unapproved: paymentReturnsCopy.unapproved,
  ...paymentReturnsCopy.refundStatuses,
} satisfies Texts<(typeof refundStages)[number]>;

const disputes = {
  answering: paymentReturnsCopy.answering,
  ...paymentReturnsCopy.disputeStatuses,
} satisfies Texts<(typeof disputeStages)[number]>;

const stages: Partial<Record<CaseKind, Texts<string>>> = {
  purchase: caseCopy.purchaseStatuses,
  refund: refunds,
  dispute: disputes,
  payment_review: moneyCopy.statuses,
};

/** Returns the stage of a case in words; undefined where its kind has none. */
export function stageText({ kind, stage }: Pick<CaseRow, 'kind' | 'stage'>): string | undefined {
  const text = stage === null ? undefined : stages[kind]?.[stage];
  return text && upperFirst(text);
}

/** Texts of the filters, views and keys of the inbox. */
export const inboxCopy = {
  kinds: (chosen: readonly string[]) => `Kinds: ${chosen.length === 0 ? 'all' : chosen.join(', ')}`,
  waiting: 'Waits for',
  waits: { any: 'Anything', nothing: 'Nothing', approval: 'Approval' },
  order: 'Order',
  orders: {
    due: 'Due first',
    oldest: 'Oldest first',
    newest: 'Newest first',
    amount: 'Highest amount first',
  },
  pages: 'Pages of the inbox',
  shown: (from: number, to: number, total: number) => `${from} to ${to} of ${total}`,
  since: 'since',
  views: {
    label: 'Saved views',
    save: 'Save this view',
    hint: 'Filters and order, for you. A view of the same name is replaced.',
    name: 'Name of the view',
    remove: (name: string) => `Delete the view ${name}`,
  },
  bulk: {
    heading: 'Acts on the chosen cases',
    all: (count: number) => `Choose all ${count} open cases that are shown`,
    choose: (name: string) => `Choose ${name}`,
    chosen: (count: number) => `${count} chosen`,
    claim: 'Claim the chosen',
    working: 'Working…',
    assign: 'Assign the chosen to …',
    assignHint: 'You are a lead. The operator whom you choose owns them then; cases that wait still wait.',
    handOver: 'Hand the chosen over to …',
    handOverHint: 'Only your own cases leave your hands. A lead assigns all others.',
    to: 'New owner',
    close: 'Close the chosen as duplicates',
    closeHint:
      'Unclaimed ones become yours and are closed; each can be opened again. No case is closed that another operator owns, in which money, a dispute or a purchase is open, or in which something waits for approval.',
    original: 'The case that they repeat',
    originalHint:
      'It stays open, also when it is chosen, and its history names the others. Without it, give a reason.',
    result: 'Cases that were left out',
    stayChosen: 'The others stay chosen:',
    hide: 'Hide',
  },
  place: {
    label: 'Cases of the inbox',
    previous: 'Previous case',
    next: 'Following case',
    position: (place: number, count: number) => `${place} of ${count} on this page of the inbox`,
    first: 'This is the first case of the list.',
    last: 'This is the last case of the list.',
  },
  nextCase: { open: 'Next case', done: 'Done, next case', taking: 'Taking…' },
  keys: {
    open: 'Keys',
    title: 'Keys',
    isOn: 'Keys are on',
    key: 'Key',
    inbox: 'In the inbox',
    case: 'On the page of a case',
    none: '–',
    list: [
      ['j', 'Next row', 'Following case of the inbox'],
      ['k', 'Previous row', 'Previous case of the inbox'],
      ['Enter', 'Open the case of the row', null],
      ['c', 'Claim or release the case of the row', 'Claim or release the case'],
      ['x', 'Choose the case of the row, or not', null],
      ['n', 'Take the next case of these filters', 'Take the next case of the filters of the inbox'],
      ['u', null, 'Back to the inbox, to the same row'],
      ['/', 'Search', 'Search'],
      ['?', 'These keys', 'These keys'],
    ] as const,
  },
} as const;
