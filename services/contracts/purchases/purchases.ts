import * as z from 'zod/mini';
import { dataResponse, endpoint } from '../endpoint.ts';
import { IdSchema } from '../fields.ts';
import { requestStatuses } from '../requests/request-status.ts';

const moment = z.nullable(z.iso.datetime());
const params = z.object({ id: IdSchema });

export const revealCode = endpoint({
  method: 'POST',
  path: '/course/request/:id/code',
  summary: 'The enrolment code of the caller’s paid course; shown once',
  auth: ['learner'],
  limit: 'changes',
  params,
  response: dataResponse(z.object({ code: z.string(), link: z.string(), redeemBy: moment })),
});

export const redeemCourse = endpoint({
  method: 'POST',
  path: '/course/request/:id/redeemed',
  summary: 'Confirm that the caller has redeemed the course and is enrolled',
  auth: ['learner'],
  limit: 'changes',
  params,
  response: dataResponse(z.object({ _id: IdSchema, status: z.enum(requestStatuses) })),
});
