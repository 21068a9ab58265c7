import * as z from 'zod/mini';
import { dataResponse, endpoint, MessageSchema } from './endpoint.ts';
import { EmailSchema, requiredText } from './fields.ts';
import { limits } from './limits.ts';

/** Levels of operators; a lead may also approve what another operator requested, and manage operators. */
export const operatorLevels = ['operator', 'lead'] as const;
/** A level from {@link operatorLevels}. */
export type OperatorLevel = (typeof operatorLevels)[number];

const OperatorSchema = z.object({ id: z.string(), fullName: z.string(), isLead: z.boolean() });

export const signInOperator = endpoint({
  method: 'POST',
  path: '/ops/sign-in',
  summary: 'Check password and second factor of an operator; both right start a session in a cookie',
  auth: 'public',
  limit: 'operatorSignIn',
  body: z.object({
    email: EmailSchema,
    password: z
      .string('Password is required.')
      .check(z.minLength(1, 'Password is required.'), z.maxLength(limits.passwordMaxBytes)),
    /** Absent in the first step, which checks the password only. */
    code: z.optional(requiredText('Enter the code of your app, or a recovery code.', 40)),
  }),
  response: dataResponse(z.object({ isSignedIn: z.boolean() })),
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
