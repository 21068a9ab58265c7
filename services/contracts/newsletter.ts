import * as z from 'zod/mini';
import { endpoint, MessageSchema } from './endpoint.ts';
import { EmailSchema } from './fields.ts';

export const captureEmail = endpoint({
  method: 'POST',
  path: '/user/email-capture',
  summary: 'Join the newsletter; a known address gets the same answer as a new one',
  auth: 'public',
  limit: 'newsletter',
  body: z.object({ email: EmailSchema }),
  response: MessageSchema,
});
