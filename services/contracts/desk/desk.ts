import * as z from 'zod/mini';
import { caseKinds, caseStatuses, caseSubjectTypes, waitingMatters, waitingParties } from '../cases/cases.ts';
import { endpoint, listOf, nullableObject, objectResponse, roles } from '../endpoint.ts';
import { IdSchema, idParams, optionalText, PagingSchema, requiredText } from '../fields.ts';
import { purchaseStatuses } from '../purchases/purchase-status.ts';
import { listRequests } from '../requests/listing.ts';
import { requestHolds } from '../requests/request-holds.ts';
import { requestStatuses } from '../requests/request-status.ts';
import { deliveryNames, durationUnits, InvoiceSchema } from '../requests/request-views.ts';
import { thankYouStages, thankYouStatuses } from '../thanks/thanks.ts';
import { ApprovalSchema } from './desk-approvals.ts';
import {
  DayFilterSchema,
  emptyToAbsent,
  MomentSchema,
  MoneySchema,
  NamedPersonSchema,
  ReasonSchema,
  withReason,
} from './desk-fields.ts';
import { OutageSchema } from './desk-incidents.ts';
import { PaymentFactsSchema, UnmatchedTransactionSchema } from './desk-payment-facts.ts';
import { FailedJobSchema } from './desk-queues.ts';
import { auditKindNames } from './desk-words.ts';

/** A case in the inbox. */
export const CaseSummarySchema = z.object({
  id: z.string(),
  kind: z.enum(caseKinds),
  summary: z.string(),
  status: z.enum(caseStatuses),
  /** The course or person that it is about, where the subject has one. */
  about: z.nullable(z.string()),
  owner: z.nullable(NamedPersonSchema),
  waitingOn: z.nullable(z.enum(waitingParties)),
  /** What it waits for by itself; null also where an operator chose to wait. */
  waitingFor: z.nullable(z.enum(waitingMatters)),
  /** Whether an act in it waits for the approval of an operator. */
  waitsForApproval: z.boolean(),
  dueAt: MomentSchema,
  createdAt: MomentSchema,
  occurrences: z.number(),
  /** Ids of operators who may not own it: they asked for or approved the decision that an appeal is about. */
  excluded: z.array(z.string()),
});
export type CaseSummary = z.output<typeof CaseSummarySchema>;

/** Who sees a request. */
const audiences = ['sponsors', 'visitors', 'invited'] as const;

const ActionFieldSchema = z.object({
  name: z.string(),
  label: z.string(),
  hint: z.optional(z.string()),
  type: z.enum(['line', 'text', 'amount', 'day', 'date', 'choice']),
  isRequired: z.boolean(),
  /** Its value before anything is typed; empty without one. */
  initial: z.optional(z.string()),
  choices: z.optional(listOf({ value: z.string(), label: z.string() })),
});
export const CaseActionSchema = z.object({
  name: z.string(),
  label: z.string(),
  /** The effect, and whether it can be undone. */
  hint: z.string(),
  isFinal: z.boolean(),
  fields: z.array(ActionFieldSchema),
  /** Why it cannot be done now; null when it can. */
  obstacle: z.nullable(z.string()),
  /** Its cost, who bears it and who approves it; absent for an action about no money. */
  notice: z.optional(z.string()),
});
export type CaseActionView = z.output<typeof CaseActionSchema>;

/** A purchase as far as it has come; `spent` and `overrun` are in the currency of the payment. */
const PurchaseFactsSchema = z.object({
  status: z.enum(purchaseStatuses),
  claimedUntil: z.nullable(MomentSchema),
  orderNumber: z.nullable(z.string()),
  spent: z.nullable(MoneySchema),
  /** What the platform charged for it, in its currency, and the rate to the currency of the payment. */
  charged: z.nullable(MoneySchema),
  exchangeRate: z.nullable(z.number()),
  /** A price above 105 % that an operator asked for. */
  overrun: z.nullable(z.extend(MoneySchema, { isApproved: z.boolean() })),
  /** Until when the payer can answer a question about a higher price; null unless one waits. */
  askedUntil: z.nullable(MomentSchema),
  redeemBy: z.nullable(MomentSchema),
  /** Whether there is an order whose receipt can be uploaded: the present one, or the last that came to nothing. */
  hasOrder: z.boolean(),
  /** When the platform's receipt for that order was uploaded; null without one. */
  receiptAt: z.nullable(MomentSchema),
  /** When the learner said that the course did not arrive; null unless it has to be handed over again. */
  notReceivedAt: z.nullable(MomentSchema),
  /** When a proof of enrolment came that operators have to check; null without one. */
  proofAt: z.nullable(MomentSchema),
  canAddProof: z.boolean(),
});

export const getCase = endpoint('GET', '/ops/cases/:id', 'desk', {
  summary: 'A case with its subject, its history and the actions on it',
  params: idParams,
  response: objectResponse({
    ...CaseSummarySchema.shape,
    subject: z.object({ type: z.enum(caseSubjectTypes), id: z.string() }),
    outcome: z.nullable(z.string()),
    closedReason: z.nullable(z.string()),
    closedAt: z.nullable(MomentSchema),
    isMine: z.boolean(),
    /** Why this operator cannot close the case, or open it again when it is closed; null when they can. */
    endObstacle: z.nullable(z.string()),
    /** The servers that the jobs of the case wait for, or that the incident is about: since when, and how often they were tried. */
    outages: listOf(OutageSchema.shape),
    request: nullableObject({
      id: z.string(),
      courseTitle: z.string(),
      platform: z.string(),
      link: z.string(),
      price: MoneySchema,
      status: z.enum(requestStatuses),
      delivery: z.enum(deliveryNames),
      accountEmail: z.nullable(z.string()),
      holds: z.array(z.enum(requestHolds)),
      hasPlatformLogin: z.boolean(),
      invoice: z.nullable(InvoiceSchema),
      motivation: z.string(),
      duration: z.number(),
      durationUnit: z.enum(durationUnits),
      socials: z.string(),
      /** Who sees it: every sponsor, visitors too, or those with an invitation only. */
      audience: z.array(z.enum(audiences)),
      createdAt: MomentSchema,
    }),
    person: nullableObject({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      role: z.enum(roles),
      country: z.nullable(z.string()),
      /** As sponsors see it; null without one, and while the person is suspended. */
      picture: nullableObject({ url: z.string() }),
      createdAt: MomentSchema,
      /** Whether payments for any of their requests are paused. */
      isPaused: z.boolean(),
    }),
    purchase: z.nullable(PurchaseFactsSchema),
    course: nullableObject({
      id: z.string(),
      title: z.string(),
      platform: z.string(),
      slug: z.string(),
      hiddenReason: z.nullable(z.string()),
    }),
    /** The note of the meeting that a report is about; null when it was removed. */
    note: z.nullable(z.string()),
    /** The words of a learner to a sponsor that the case is about; null when they were deleted. */
    thankYou: nullableObject({
      stage: z.enum(thankYouStages),
      status: z.enum(thankYouStatuses),
      text: z.string(),
    }),
    payments: z.array(PaymentFactsSchema),
    /** The decision that an appeal is about; null for other cases, and when it was erased with its person. */
    appealed: nullableObject({
      decision: z.enum(['suspension', 'rejection']),
      /** As the person reads it. */
      reason: z.string(),
      askedBy: z.nullable(z.string()),
      approvedBy: z.nullable(z.string()),
      at: MomentSchema,
      appeal: z.string(),
      /** Whether this operator approved it. */
      tookPart: z.boolean(),
    }),
    /** Of a difference that is about a transaction which no payment has. */
    transaction: z.nullable(UnmatchedTransactionSchema),
    /** Jobs that failed with the error of the case and are not done, the newest 100. */
    jobs: z.array(FailedJobSchema),
    history: listOf({ act: z.string(), detail: z.string(), actor: z.nullable(z.string()), at: MomentSchema }),
    actions: z.array(CaseActionSchema),
    /** Other cases about the same request, its payments and purchase, or the same person, newest first. */
    related: listOf({ id: z.string(), kind: z.string(), summary: z.string(), status: z.enum(caseStatuses) }),
    /** What waits for approval in it. */
    approvals: z.array(ApprovalSchema),
  }),
});
export type CaseDetails = z.output<typeof getCase.response>['data'];

export const claimCase = endpoint('POST', '/ops/cases/:id/claim', 'desk', {
  summary: 'Become the owner of a case',
  params: idParams,
});

export const releaseCase = endpoint('POST', '/ops/cases/:id/release', 'desk', {
  summary: 'Return a case to the inbox; a lead may release the case of another operator, for a reason',
  params: idParams,
  body: z.object({ reason: optionalText(500) }),
});

export const assignCase = endpoint('POST', '/ops/cases/:id/assign', 'lead', {
  summary: 'Make an operator the owner of an open case, also of one that has an owner',
  params: idParams,
  body: z.object({ to: z.uuid('Please choose an operator.'), reason: ReasonSchema }),
});

export const waitForCase = endpoint('POST', '/ops/cases/:id/wait', 'desk', {
  summary:
    'Let a case wait for a person until a time; `operator` hands it to the operator `to`, or returns it to the inbox for any operator',
  params: idParams,
  body: z.object({
    on: z.enum(waitingParties, 'Please choose whom the case waits for.'),
    /** Needed but for `operator`. */
    until: z.optional(z.iso.datetime({ offset: true, error: 'Please choose a time.' })),
    to: z.optional(z.uuid('Please choose an operator.')),
    reason: ReasonSchema,
  }),
});

export const noteCase = endpoint('POST', '/ops/cases/:id/notes', 'desk', {
  summary: 'Add a note to the history of a case, which may name another operator',
  idempotency: 'once',
  params: idParams,
  body: z.object({
    note: requiredText('Please write a note.', 2_000),
    /** Operator who sees it on every page of the desk. */
    mention: z.optional(z.uuid('Please choose an operator.')),
  }),
});

export const closeCase = endpoint('POST', '/ops/cases/:id/close', 'desk', {
  summary: 'Close an own case with outcome and reason',
  params: idParams,
  body: z.object({ outcome: requiredText('Please name the outcome.', 60), reason: ReasonSchema }),
});

export const reopenCase = endpoint('POST', '/ops/cases/:id/reopen', 'desk', {
  summary: 'Undo the closing of a case',
  ...withReason,
});

export const runCaseAction = endpoint('POST', '/ops/cases/:id/actions', 'desk', {
  summary: 'Do one of the actions of an own case',
  idempotency: 'once',
  params: idParams,
  body: z.object({
    action: z.string().check(z.minLength(1), z.maxLength(60)),
    values: z.record(z.string().check(z.maxLength(60)), z.string().check(z.maxLength(2_000))),
  }),
});

export const revealLogin = endpoint('POST', '/ops/cases/:id/platform-login', 'desk', {
  summary: 'Show the platform login of the request of an own case, after an entry of the audit log',
  ...withReason,
  response: objectResponse({ email: z.nullable(z.string()), password: z.string(), secondsShown: z.number() }),
});

export const watchDesk = endpoint('GET', '/ops/changes', 'desk', {
  summary: 'A stream with an event whenever cases change',
  response: 'events',
});

export const listAudit = endpoint('GET', '/ops/audit', 'desk', {
  summary: 'The audit log, newest first',
  query: z.object({
    search: optionalText(100),
    operator: emptyToAbsent(IdSchema),
    kind: emptyToAbsent(z.enum(auditKindNames, 'Please choose a kind.')),
    /** Day of the entry, UTC. */
    day: DayFilterSchema,
    /** Id of an entry: those before it are returned. */
    before: z.optional(IdSchema),
  }),
  response: objectResponse({
    entries: listOf({
      id: z.string(),
      actor: z.nullable(z.string()),
      action: z.string(),
      /** The action in words. */
      name: z.string(),
      subject: z.string(),
      /** Name, title or reference of the subject; null where it has none or is gone. */
      about: z.nullable(z.string()),
      /** The payment whose page shows the subject; null where it belongs to none. */
      paymentId: z.nullable(z.string()),
      reason: z.string(),
      at: MomentSchema,
    }),
    hasMore: z.boolean(),
  }),
});

export const listOpenRequests = endpoint('GET', '/ops/cases/:id/requests', 'desk', {
  summary:
    'Open requests as every sponsor finds them, longest waiting first, to compare the request of an own case with',
  params: idParams,
  query: z.object({ search: optionalText(200), ...PagingSchema }),
  response: listRequests.response,
});
