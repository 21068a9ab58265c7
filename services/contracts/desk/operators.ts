import * as z from 'zod/mini';
import { dataResponse, endpoint, MessageSchema } from '../endpoint.ts';
import {
  EmailSchema,
  IdSchema,
  NewPasswordSchema,
  nameText,
  passwordTooLong,
  requiredText,
} from '../fields.ts';
import { limits } from '../limits.ts';
import { MomentSchema, ReasonSchema } from './desk-fields.ts';

/** Levels of operators; a lead may also approve what another operator requested, and manage operators. */
export const operatorLevels = ['operator', 'lead'] as const;
/** A level from {@link operatorLevels}. */
export type OperatorLevel = (typeof operatorLevels)[number];

const OperatorSchema = z.object({
  id: z.string(),
  fullName: z.string(),
  isLead: z.boolean(),
  /** Whether refunds and higher prices need the approval of another operator. */
  hasFourEyes: z.boolean(),
});

export const signInOperator = endpoint({
  method: 'POST',
  path: '/ops/sign-in',
  summary: 'Check password and second factor of an operator; both right start a session in a cookie',
  // The cookie of a former session is used, to end that session.
  auth: 'optional',
  limit: 'operatorSignIn',
  body: z.object({
    email: EmailSchema,
    password: z
      .string('Password is required.')
      .check(z.minLength(1, 'Password is required.'), z.maxLength(limits.passwordMaxBytes, passwordTooLong)),
    /** Absent in the first step, which checks the password only. */
    code: z.optional(requiredText('Enter the code of your app, or a recovery code.', 40)),
    /** Replaces the password; required while it is the generated one. */
    newPassword: z.optional(NewPasswordSchema),
  }),
  response: dataResponse(z.object({ isSignedIn: z.boolean(), needsNewPassword: z.boolean() })),
});

export const signOutOperator = endpoint({
  method: 'POST',
  path: '/ops/sign-out',
  summary: 'End the session of the desk',
  auth: 'desk',
  response: MessageSchema,
});

export const getOperator = endpoint({
  method: 'GET',
  path: '/ops/me',
  summary: 'The signed-in operator',
  auth: 'desk',
  response: dataResponse(OperatorSchema),
});

/** Shown once: what a new operator needs to sign in. */
export const OperatorSecretsSchema = z.object({
  email: z.string(),
  password: z.string(),
  totpSecret: z.string(),
  /** The QR code of the secret, as rows of dark and light modules. */
  qr: z.array(z.array(z.boolean())),
  recoveryCodes: z.array(z.string()),
});
/** See {@link OperatorSecretsSchema}. */
export type OperatorSecrets = z.output<typeof OperatorSecretsSchema>;

export const listOperators = endpoint({
  method: 'GET',
  path: '/ops/operators',
  summary: 'The operators, and who is signed in',
  auth: 'desk',
  response: dataResponse(
    z.array(
      z.object({
        id: z.string(),
        fullName: z.string(),
        email: z.string(),
        isLead: z.boolean(),
        isMe: z.boolean(),
        sessions: z.number(),
        lastSeenAt: z.nullable(MomentSchema),
        recoveryCodesLeft: z.number(),
        endedAt: z.nullable(MomentSchema),
      }),
    ),
  ),
});

export const addOperator = endpoint({
  method: 'POST',
  path: '/ops/operators',
  summary: 'Create an operator; the response is the only time that the secrets are shown',
  auth: 'lead',
  statuses: [201],
  body: z.object({
    email: EmailSchema,
    fullName: nameText('Please enter the full name.', 121),
    level: z.enum(operatorLevels, 'Please choose the level.'),
  }),
  response: dataResponse(OperatorSecretsSchema),
});

export const endOperatorSessions = endpoint({
  method: 'POST',
  path: '/ops/operators/:id/end-sessions',
  summary: 'End all sessions of an operator; a lead for everybody, an operator for themselves',
  auth: 'desk',
  params: z.object({ id: IdSchema }),
  body: z.object({ reason: ReasonSchema }),
  response: MessageSchema,
});

export const endOperator = endpoint({
  method: 'POST',
  path: '/ops/operators/:id/end',
  summary: 'End the access of an operator for good',
  auth: 'lead',
  params: z.object({ id: IdSchema }),
  body: z.object({ reason: ReasonSchema }),
  response: MessageSchema,
});

export const replaceRecoveryCodes = endpoint({
  method: 'POST',
  path: '/ops/me/recovery-codes',
  summary: 'Replace the own recovery codes; the response is the only time that they are shown',
  auth: 'desk',
  limit: 'checkPassword',
  body: z.object({ code: requiredText('Enter the code of your app, or a recovery code.', 40) }),
  response: dataResponse(z.object({ recoveryCodes: z.array(z.string()) })),
});
