import express, { type Request, Router } from 'express';
import { z } from 'zod';
import { textOf } from '#services/platform/text-of.ts';
import type { Dispute } from '../disputes/dispute.ts';
import { disputeData, evidenceData, readDisputeData, resolvedDisputeData } from '../disputes/dispute-data.ts';
import { changeDispute, type DisputeDeps, resolveDispute } from '../disputes/process-dispute.ts';
import { listMeta, readListQuery } from './list-query.ts';
import { providerErrors, sendProviderError } from './provider-error.ts';
import { requireKey } from './require-key.ts';
import type { RunCall } from './run-call.ts';

const EvidenceSchema = z.object({
  customer_email: z.email(),
  customer_name: z.string().min(1),
  customer_phone: z.string().min(1),
  service_details: z.string().min(1),
  delivery_address: z.string().optional(),
  delivery_date: z.iso.datetime().optional(),
});
const ResolveSchema = z.object({
  resolution: z.enum(['merchant-accepted', 'declined']),
  message: z.string().min(1),
  refund_amount: z.coerce.number().int().min(0),
  uploaded_filename: z.string().min(1),
  evidence: z.union([z.string(), z.number()]).nullish(),
});

const MAX_FILE = '10mb';

type ById = Request<{ id: string }>;

/** The provider's dispute calls (payments protocol, "Disputes"), to be mounted at `/dispute`. */
export function createDisputeApi(
  deps: DisputeDeps,
  run: RunCall,
  secretKey: string,
  uploadUrl: (file: string) => string,
) {
  const { disputes, ledger, store } = deps;
  const api = Router();

  // The upload address is signed, so it works without the key; here the unguessable name is the signature.
  api.put('/upload/:filename', express.raw({ type: () => true, limit: MAX_FILE }), (req, res) => {
    const content = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
    const isStored = disputes.storeFile(req.params.filename, req.headers['content-type'] ?? '', content);
    res.status(isStored && content.length > 0 ? 200 : 403).end();
  });

  api.use(requireKey(secretKey));
  api.use(express.json({ limit: '1mb' }));

  const find = (id: string) => (/^\d+$/.test(id) ? disputes.find(Number(id)) : undefined);
  const selectorOf = (dispute: Dispute | undefined) => {
    const transaction = dispute && ledger.find(dispute.reference);
    return { reference: transaction?.reference ?? '', email: transaction?.email ?? '' };
  };
  const transactionOf = ({ reference }: Dispute) => {
    const transaction = ledger.find(reference);
    if (!transaction) throw providerErrors.internal();
    return transaction;
  };
  /** Reads the dispute again, because a slow call may have been overtaken. */
  const requireDispute = (id: string): Dispute => {
    const dispute = find(id);
    if (!dispute) throw providerErrors.unknownDispute();
    return dispute;
  };
  const requireAnswerable = (id: string): Dispute => {
    const dispute = requireDispute(id);
    if (dispute.status !== 'awaiting-merchant-feedback') throw providerErrors.disputeAnswered();
    return dispute;
  };

  api.get('/', (req, res) =>
    run(res, 'dispute_list', { reference: textOf(req.query.transaction), email: '' }, () => {
      const range = readListQuery(req.query);
      const given = req.query.transaction === undefined ? null : textOf(req.query.transaction);
      const byId = given !== null && /^\d+$/.test(given) ? ledger.findById(Number(given)) : undefined;
      const { disputes: found, total } = disputes.page(range, {
        reference: byId?.reference ?? given,
        status: req.query.status === undefined ? null : textOf(req.query.status),
      });
      return {
        status: true,
        message: 'Disputes retrieved',
        data: found.map((dispute) => disputeData(dispute, transactionOf(dispute))),
        meta: listMeta(range, total),
      };
    }),
  );

  api.get('/:id', (req: ById, res) =>
    run(res, 'dispute_fetch', selectorOf(find(req.params.id)), () => {
      const dispute = requireDispute(req.params.id);
      return {
        status: true,
        message: 'Dispute retrieved',
        data: readDisputeData(dispute, transactionOf(dispute)),
      };
    }),
  );

  api.get('/:id/upload_url', (req: ById, res) =>
    run(res, 'dispute_upload', selectorOf(find(req.params.id)), () => {
      const { id } = requireDispute(req.params.id);
      const { upload_filename: name } = req.query;
      if (typeof name !== 'string' || name === '')
        throw providerErrors.invalidParameter('"upload_filename" is required');
      const fileName = disputes.reserveFile(id, name);
      return {
        status: true,
        message: 'Upload url generated',
        data: { signedUrl: uploadUrl(fileName), fileName },
      };
    }),
  );

  api.post('/:id/evidence', (req: ById, res) =>
    run(res, 'dispute_evidence', selectorOf(find(req.params.id)), () => {
      const parsed = EvidenceSchema.safeParse(req.body);
      if (!parsed.success)
        throw providerErrors.invalidParameter('A required field of the evidence is missing');
      const dispute = requireAnswerable(req.params.id);
      store.transaction(() => changeDispute(deps, dispute, { evidence: parsed.data }));
      return {
        status: true,
        message: 'Evidence created',
        data: evidenceData(dispute, parsed.data),
      };
    }),
  );

  api.put('/:id/resolve', (req: ById, res) =>
    run(res, 'dispute_resolve', selectorOf(find(req.params.id)), () => {
      const parsed = ResolveSchema.safeParse(req.body);
      if (!parsed.success)
        throw providerErrors.invalidParameter('A required field of the resolution is missing');
      const { resolution, message, uploaded_filename: uploadedFilename, refund_amount } = parsed.data;
      const dispute = requireAnswerable(req.params.id);
      const isDeclined = resolution === 'declined';
      if (refund_amount > dispute.amountMinor)
        throw providerErrors.invalidParameter('"refund_amount" is more than is disputed');
      if (isDeclined && disputes.findFile(uploadedFilename)?.disputeId !== dispute.id)
        throw providerErrors.invalidParameter('"uploaded_filename" was not uploaded for this dispute');
      const resolved = store.transaction(() => {
        const answer = { message, uploadedFilename };
        if (isDeclined)
          return changeDispute(deps, dispute, { ...answer, status: 'awaiting-bank-feedback', resolution });
        const answered = changeDispute(deps, dispute, { ...answer, amountMinor: refund_amount });
        return resolveDispute(deps, answered, { resolution, isLost: true });
      });
      const data = resolvedDisputeData(resolved, transactionOf(resolved));
      return { status: true, message: 'Dispute successfully resolved', data };
    }),
  );

  api.use(() => {
    throw providerErrors.unknownRoute();
  });
  api.use(sendProviderError);
  return api;
}
