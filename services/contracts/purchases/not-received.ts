import * as z from 'zod/mini';
import { endpoint, linkToken } from '../endpoint.ts';
import { idParams } from '../fields.ts';

export const reportNotReceived = endpoint('POST', '/course/request/:id/not-received', ['learner'], {
  summary: 'Say that the caller’s course was handed over and did not arrive; operators look into it',
  limit: 'changes',
  params: idParams,
});

export const reportNotReceivedByLink = endpoint('POST', '/course/not-received-link', 'public', {
  summary: 'Say that a course did not arrive, with the link of a mail',
  limit: 'links',
  body: z.object({ token: linkToken() }),
});
