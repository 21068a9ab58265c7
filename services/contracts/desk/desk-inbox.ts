import * as z from 'zod/mini';
import { caseKinds, waitingParties } from '../cases/cases.ts';
import { endpoint, listOf, objectResponse } from '../endpoint.ts';
import { IdSchema, idParams, optionalText, requiredText } from '../fields.ts';
import { paymentStatuses, refundStatuses } from '../payments/payment-status.ts';
import { purchaseStatuses } from '../purchases/purchase-status.ts';
import { CaseSummarySchema } from './desk.ts';
import { MomentSchema, MoneySchema, NamedPersonSchema } from './desk-fields.ts';

export const caseOwners = ['anyone', 'me', 'others', 'unassigned'] as const;
export const caseAges = ['any', 'overdue', 'today', 'closed'] as const;
export type CaseAge = (typeof caseAges)[number];

/** What a case waits for: nothing, the approval of an operator, or a person. */
export const caseWaits = ['any', 'nothing', 'approval', ...waitingParties] as const;
export type CaseWait = (typeof caseWaits)[number];

/** Orders of the inbox: due first, opened first, opened last, highest amount first within each currency. */
export const caseOrders = ['due', 'oldest', 'newest', 'amount'] as const;
export type CaseOrder = (typeof caseOrders)[number];

/** Stages of a dispute: `answering` until our answer is at the bank. */
export const disputeStages = ['awaiting_merchant', 'answering', 'awaiting_bank', 'resolved'] as const;
/** Stages of a refund: `unapproved` until an operator approves it. */
export const refundStages = ['unapproved', ...refundStatuses] as const;

const stages = [...purchaseStatuses, ...refundStages, ...disputeStages, ...paymentStatuses] as const;

/** A row of the inbox. */
export const CaseRowSchema = z.extend(CaseSummarySchema, {
  /** The learner of the request, or the person that it is about. */
  person: z.nullable(NamedPersonSchema),
  course: z.nullable(z.string()),
  /** What a purchase may cost, a refund gives back, a dispute is about; otherwise what was paid, or the price. */
  amount: z.nullable(MoneySchema),
  /** Of the purchase, refund, dispute or payment, by the kind of the case; null for other kinds. */
  stage: z.nullable(z.enum(stages)),
  /** Since when it waits for the person, has its owner, is unclaimed or closed. */
  since: MomentSchema,
  /** Whether this operator may claim it. */
  mayClaim: z.boolean(),
});
export type CaseRow = z.output<typeof CaseRowSchema>;

const oneOf = <const Value extends string>(values: readonly [Value, ...Value[]]) =>
  z._default(z.enum(values), values[0]);

const filters = {
  /** One kind or several, separated by commas. */
  kind: z.optional(
    z.pipe(
      z.pipe(
        z.string().check(z.maxLength(500)),
        z.transform((kinds: string) => kinds.split(',')),
      ),
      z.array(z.enum(caseKinds)),
    ),
  ),
  owner: oneOf(caseOwners),
  age: oneOf(caseAges),
  waiting: oneOf(caseWaits),
  order: oneOf(caseOrders),
};
export const InboxFiltersSchema = z.object(filters);
export type InboxFilters = z.output<typeof InboxFiltersSchema>;

const inboxPageSize = 50;
const wholeNumber = (max: number, fallback: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(max)), fallback);

export const listCases = endpoint('GET', '/ops/cases', 'desk', {
  summary: 'Cases, the one due first at the top',
  query: z.object({ ...filters, page: wholeNumber(100_000, 1), limit: wholeNumber(500, inboxPageSize) }),
  response: objectResponse({
    cases: z.array(CaseRowSchema),
    /** Number of cases that match the filters. */
    total: z.number(),
    /** The page that is shown: the last one where fewer match. */
    page: z.number(),
    pages: z.number(),
    /** Numbers of open cases, whatever the filters. */
    counts: z.object({
      open: z.number(),
      mine: z.number(),
      unclaimed: z.number(),
      overdue: z.number(),
      byKind: z.partialRecord(z.enum(caseKinds), z.number()),
    }),
  }),
});

export const takeNextCase = endpoint('POST', '/ops/cases/next', 'desk', {
  summary:
    'Claim the first unclaimed case of these filters in which the operator may act; `owner` is ignored, and open cases are taken for closed ones',
  idempotency: 'once',
  body: z.object({
    ...filters,
    /** A case that is left out: the one that was just released. */
    except: z.optional(IdSchema),
  }),
  /** Null when there is none. */
  response: objectResponse({ id: z.nullable(z.string()) }),
});

export const actOnCases = endpoint('POST', '/ops/cases/bulk', 'desk', {
  summary:
    'Claim, assign or close as duplicates up to 50 cases, each on its own: the response says of each whether it was done',
  body: z.object({
    act: z.enum(['claim', 'assign', 'close_duplicates'], 'Please choose an act.'),
    ids: z.array(IdSchema).check(z.minLength(1, 'Please choose a case.'), z.maxLength(inboxPageSize)),
    /** The new owner; for `assign`. */
    to: z.optional(z.uuid('Please choose an operator.')),
    /** The case that they repeat; for `close_duplicates`. */
    original: z.optional(IdSchema),
    /** Needed to assign, and to close without `original`. */
    reason: optionalText(500),
  }),
  response: objectResponse({
    results: listOf({
      id: z.string(),
      /** Why it was not done; null when it was. */
      problem: z.nullable(z.string()),
    }),
  }),
});

export const listViews = endpoint('GET', '/ops/views', 'desk', {
  summary: 'The operator’s saved views of the inbox, by name',
  response: objectResponse({
    views: listOf({
      id: z.string(),
      name: z.string(),
      /** Query of the address of the inbox, such as `kind=refund&owner=me`. */
      query: z.string(),
    }),
  }),
});
export type SavedView = z.output<typeof listViews.response>['data']['views'][number];

export const saveView = endpoint('POST', '/ops/views', 'desk', {
  summary: 'Save filters and order of the inbox under a name; a view of this name is replaced',
  body: z.object({ name: requiredText('Please name the view.', 40), filters: InboxFiltersSchema }),
});

export const deleteView = endpoint('DELETE', '/ops/views/:id', 'desk', {
  summary: 'Delete an own saved view',
  params: idParams,
});
