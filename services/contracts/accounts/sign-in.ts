import * as z from 'zod/mini';
import { endpoint, objectResponse, roles } from '../endpoint.ts';
import { invalidEmail, typedPassword } from '../fields.ts';

/** The ID token that the browser received from Google. */
export const GoogleTokenSchema = z.string('Google Sign-In failed.').check(z.minLength(1), z.maxLength(8_192));

/** Whether a session outlives the browser. */
export const KeepSignedInSchema = z._default(z.boolean(), true);

const bothNeeded = 'Please enter both email and password';

export const SignInSchema = z.object({
  email: z
    .string(bothNeeded)
    .check(z.trim(), z.toLowerCase(), z.minLength(1, bothNeeded), z.maxLength(254, invalidEmail)),
  password: typedPassword(bothNeeded),
  keepSignedIn: KeepSignedInSchema,
});

export const signIn = endpoint('POST', '/user/auth', 'public', {
  summary: 'Sign in with e-mail and password',
  limit: 'signIn',
  body: SignInSchema,
  response: objectResponse({ token: z.string(), role: z.enum(roles), firstName: z.string() }),
});

export const setPageCookie = endpoint('POST', '/user/page-cookie', 'token', {
  summary: 'Set the cookie by which pages of this session are rendered with their content',
  limit: 'changes',
});

export const signOut = endpoint('POST', '/user/logout', 'token', {
  summary: 'End this session: its token stops working',
});
