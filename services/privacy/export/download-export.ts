import * as z from 'zod/mini';
import type {
  downloadExport as contract,
  prepareExport as prepareContract,
} from '#contracts/privacy/privacy.ts';
import type { Handler } from '#services/deps.ts';
import { forbidden } from '#services/platform/errors.ts';
import { defineToken } from '#services/platform/tokens/signed-token.ts';
import { confirmIdentity, hasFreshSession } from '../confirm-identity.ts';
import { collectFiles } from './collect-files.ts';

const ticketMs = 5 * 60_000;
const tickets = defineToken('export', z.object({ sub: z.uuid(), sid: z.uuid() }));

/** Verifies the password and returns a ticket for {@link downloadExport}, bound to the caller's session. */
export const prepareExport: Handler<typeof prepareContract> = async ({ body, caller }, { db, config }) => {
  await confirmIdentity(db, caller, body.currentPassword);
  const expiresAt = new Date(Date.now() + ticketMs);
  const ticket = await tickets.sign({ sub: caller.id, sid: caller.sessionId }, config, { expiresAt });
  return { message: 'Your data is ready.', data: { ticket } };
};

/** Streams a zip with all data about the caller. @throws HttpError 403 without a ticket or a recent sign-in. */
export const downloadExport: Handler<typeof contract> = async ({ query, caller }, { db, config }) => {
  const ticket = await tickets.verify(query.ticket ?? '', config);
  if (ticket?.sid !== caller.sessionId && !(await hasFreshSession(db, caller)))
    throw forbidden('Please enter your password again before you download your data.');
  return { fileName: `${config.brand.slug}-my-data.zip`, files: collectFiles(db, caller.id, config) };
};
