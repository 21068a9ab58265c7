import * as z from 'zod/mini';
import { dataResponse, endpoint, listOf, objectResponse } from '../endpoint.ts';
import {
  EmailSchema,
  idParams,
  NewPasswordSchema,
  nameText,
  requiredText,
  typedPassword,
} from '../fields.ts';
import { MomentSchema, ReasonSchema, withReason } from './desk-fields.ts';

/** Levels of operators; a lead may also approve what another operator requested, and manage operators. */
export const operatorLevels = ['operator', 'lead'] as const;
export type OperatorLevel = (typeof operatorLevels)[number];

/** Mails that an operator can get; all but the daily `summary` are sent at once. */
export const operatorMails = ['summary', 'dispute', 'approval', 'incident'] as const;
export type OperatorMail = (typeof operatorMails)[number];

const OperatorSchema = z.object({
  id: z.string(),
  fullName: z.string(),
  isLead: z.boolean(),
  /** Whether refunds and higher prices need the approval of another operator. */
  hasFourEyes: z.boolean(),
  /** Address of a transaction on the provider's dashboard, with `{id}` or `{reference}` in it; absent where none is set. */
  paymentDashboardUrl: z.optional(z.string()),
  waiting: z.object({
    /** Approvals that this operator may give. */
    approvals: z.number(),
    /** Cases that are due now, of this operator or of no one. */
    cases: z.number(),
  }),
});

// The cookie of a former session is used, to end that session.
export const signInOperator = endpoint('POST', '/ops/sign-in', 'optional', {
  summary: 'Check password and second factor of an operator; both right start a session in a cookie',
  limit: 'operatorSignIn',
  body: z.object({
    email: EmailSchema,
    password: typedPassword('Password is required.'),
    /** Absent in the first step, which checks the password only. */
    code: z.optional(requiredText('Enter the code of your app, or a recovery code.', 40)),
    /** Replaces the password; required while it is the generated one. */
    newPassword: z.optional(NewPasswordSchema),
  }),
  response: objectResponse({ isSignedIn: z.boolean(), needsNewPassword: z.boolean() }),
});

export const signOutOperator = endpoint('POST', '/ops/sign-out', 'desk', {
  summary: 'End the session of the desk',
});

export const getOperator = endpoint('GET', '/ops/me', 'desk', {
  summary: 'The signed-in operator',
  response: dataResponse(OperatorSchema),
});

/** The credentials of a new operator; shown once. */
export const OperatorSecretsSchema = z.object({
  email: z.string(),
  password: z.string(),
  totpSecret: z.string(),
  /** The QR code of the secret, as rows of dark and light modules. */
  qr: z.array(z.array(z.boolean())),
  recoveryCodes: z.array(z.string()),
});
export type OperatorSecrets = z.output<typeof OperatorSecretsSchema>;

export const listOperators = endpoint('GET', '/ops/operators', 'desk', {
  summary: 'The operators, and who is signed in',
  response: dataResponse(
    listOf({
      id: z.string(),
      fullName: z.string(),
      email: z.string(),
      isLead: z.boolean(),
      isMe: z.boolean(),
      sessions: z.number(),
      lastSeenAt: z.nullable(MomentSchema),
      recoveryCodesLeft: z.number(),
      endedAt: z.nullable(MomentSchema),
      /** The day on which an operator who is absent is back; null for those who are here. */
      absentUntil: z.nullable(z.iso.date()),
      /** The mails that they get while they are not absent. */
      mails: z.array(z.enum(operatorMails)),
    }),
  ),
});

export const addOperator = endpoint('POST', '/ops/operators', 'lead', {
  summary: 'Create an operator; the response is the only time that the secrets are shown',
  statuses: [201],
  body: z.object({
    email: EmailSchema,
    fullName: nameText('Please enter the full name.', 121),
    level: z.enum(operatorLevels, 'Please choose the level.'),
  }),
  response: dataResponse(OperatorSecretsSchema),
});

export const endOperatorSessions = endpoint('POST', '/ops/operators/:id/end-sessions', 'desk', {
  summary: 'End all sessions of an operator; a lead for everybody, an operator for themselves',
  ...withReason,
});

export const setAbsence = endpoint('POST', '/ops/operators/:id/absence', 'desk', {
  summary:
    'Mark an operator as absent, whose cases return to the inbox, or as back; a lead for everybody, an operator for themselves',
  params: idParams,
  body: z.object({
    /** The day on which the operator is back; null: now. */
    until: z.nullable(z.iso.date('Please choose a day.')),
    reason: ReasonSchema,
  }),
});

export const chooseMails = endpoint('POST', '/ops/me/mails', 'desk', {
  summary: 'Choose which mails the operator gets',
  body: z.object({ mails: z.array(z.enum(operatorMails)).check(z.maxLength(operatorMails.length)) }),
});

export const endOperator = endpoint('POST', '/ops/operators/:id/end', 'lead', {
  summary: 'End the access of an operator for good',
  ...withReason,
});

export const replaceRecoveryCodes = endpoint('POST', '/ops/me/recovery-codes', 'desk', {
  summary: 'Replace the own recovery codes; the response is the only time that they are shown',
  limit: 'checkPassword',
  body: z.object({ code: requiredText('Enter the code of your app, or a recovery code.', 40) }),
  response: objectResponse({ recoveryCodes: z.array(z.string()) }),
});
