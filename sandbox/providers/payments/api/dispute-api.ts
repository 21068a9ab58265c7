import express, { Router } from 'express';
import { z } from 'zod';
import { textOf } from '#services/platform/text-of.ts';
import { type Dispute, EvidenceSchema } from '../disputes/dispute.ts';
import {
  disputeData,
  evidenceData,
  evidenceId,
  readDisputeData,
  resolvedDisputeData,
} from '../disputes/dispute-data.ts';
import { resolveDispute } from '../disputes/process-dispute.ts';
import type { PaymentStores } from '../payment-stores.ts';
import { listMeta, type RunCall, readListQuery, selectorOf, success } from './protocol.ts';
import { providerErrors, sendProviderError } from './provider-error.ts';

const ResolveSchema = z.object({
  resolution: z.enum(['merchant-accepted', 'declined']),
  message: z.string().min(1),
  refund_amount: z.coerce.number().int().min(0),
  uploaded_filename: z.string().min(1),
  evidence: z.int().optional(),
});

const MAX_FILE = '10mb';

/** `PUT /dispute/upload/:filename`. The address is signed, so it works without the key; here the unguessable name is the signature. */
export function createEvidenceUpload({ disputes }: PaymentStores) {
  const upload = Router();
  upload.put('/dispute/upload/:filename', express.raw({ type: () => true, limit: MAX_FILE }), (req, res) => {
    const content = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
    const isStored = disputes.storeFile(req.params.filename, req.headers['content-type'] ?? '', content);
    res.status(isStored && content.length > 0 ? 200 : 403).end();
  });
  upload.use(sendProviderError);
  return upload;
}

/** The provider's dispute calls (payments protocol, "Disputes"), to be mounted at `/dispute`. */
export function createDisputeApi(deps: PaymentStores, run: RunCall, uploadUrl: (file: string) => string) {
  const { disputes, ledger, store } = deps;
  const api = Router();

  const transactionOf = ({ reference }: Dispute) => ledger.get(reference);
  const selectorOfDispute = (id: string) => {
    const dispute = disputes.findByText(id);
    return selectorOf(dispute && ledger.find(dispute.reference));
  };
  /** Reads the dispute again, because a slow call may have been overtaken. */
  const requireDispute = (id: string): Dispute => {
    const dispute = disputes.findByText(id);
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
      const byId = given === null ? undefined : ledger.findByText(given);
      const { rows, total } = disputes.page(range, {
        reference: byId?.reference ?? given,
        status: req.query.status === undefined ? null : textOf(req.query.status),
      });
      const data = rows.map((dispute) => disputeData(dispute, transactionOf(dispute)));
      return success('Disputes retrieved', data, listMeta(range, total));
    }),
  );

  api.get('/:id', (req, res) =>
    run(res, 'dispute_fetch', selectorOfDispute(req.params.id), () => {
      const dispute = requireDispute(req.params.id);
      return success('Dispute retrieved', readDisputeData(dispute, transactionOf(dispute)));
    }),
  );

  api.get('/:id/upload_url', (req, res) =>
    run(res, 'dispute_upload', selectorOfDispute(req.params.id), () => {
      const { id } = requireDispute(req.params.id);
      const { upload_filename: name } = req.query;
      if (typeof name !== 'string' || name === '')
        throw providerErrors.invalidParameter('"upload_filename" is required');
      const fileName = disputes.reserveFile(id, name);
      return success('Upload url generated', { signedUrl: uploadUrl(fileName), fileName });
    }),
  );

  api.post('/:id/evidence', (req, res) =>
    run(res, 'dispute_evidence', selectorOfDispute(req.params.id), () => {
      const parsed = EvidenceSchema.safeParse(req.body);
      if (!parsed.success)
        throw providerErrors.invalidParameter('A required field of the evidence is missing');
      const dispute = requireAnswerable(req.params.id);
      store.transaction(() => disputes.change(dispute, { evidence: parsed.data }));
      return success('Evidence created', evidenceData(dispute, parsed.data));
    }),
  );

  api.put('/:id/resolve', (req, res) =>
    run(res, 'dispute_resolve', selectorOfDispute(req.params.id), () => {
      const parsed = ResolveSchema.safeParse(req.body);
      if (!parsed.success)
        throw providerErrors.invalidParameter('A required field of the resolution is missing');
      const {
        resolution,
        message,
        uploaded_filename: uploadedFilename,
        refund_amount,
        evidence,
      } = parsed.data;
      const dispute = requireAnswerable(req.params.id);
      const isDeclined = resolution === 'declined';
      if (refund_amount > dispute.amountMinor)
        throw providerErrors.invalidParameter('"refund_amount" is more than is disputed');
      if (disputes.findFile(uploadedFilename)?.disputeId !== dispute.id)
        throw providerErrors.invalidParameter('"uploaded_filename" was not uploaded for this dispute');
      if (isDeclined && dispute.category === 'fraud' && evidence !== evidenceId(dispute))
        throw providerErrors.invalidParameter('"evidence" is required for claims of fraud');
      const resolved = store.transaction(() => {
        const answer = { message, uploadedFilename };
        if (isDeclined)
          return disputes.change(dispute, { ...answer, status: 'awaiting-bank-feedback', resolution });
        const answered = disputes.change(dispute, { ...answer, amountMinor: refund_amount });
        return resolveDispute(deps, answered, { resolution, isLost: true });
      });
      return success('Dispute successfully resolved', resolvedDisputeData(resolved, transactionOf(resolved)));
    }),
  );

  return api;
}
