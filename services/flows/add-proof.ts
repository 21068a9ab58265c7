import { type addProof as contract, proofFile } from '#contracts/enrolments/proofs.ts';
import type { Handler } from '#services/deps.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { storeDocument } from '#services/platform/documents/stored-document.ts';
import { acceptProof, findProvable } from './accept-proof.ts';

/**
 * Adds the proof of a request of the sponsor who paid, see {@link acceptProof}.
 * @throws HttpError 404 unless the caller paid, 409 when the status does not allow it
 */
export const addProof: Handler<typeof contract> = async ({ params, caller, file }, deps) => {
  const { id: requestId } = params;
  // Check before processing the file, so that invalid uploads cost no CPU time.
  await findProvable(deps.db.manager, requestId, caller);
  const proof = await storeDocument(file, proofFile, caller.id, deps);
  const status = await inTransaction(deps.db, (manager) =>
    acceptProof(manager, { requestId, caller, proof }),
  );
  const isEnrolled = status === 'enrolled';
  const message = isEnrolled
    ? 'The proof is added. The learner is told.'
    : 'Thank you. We check it and write to you.';
  return { message, data: { _id: requestId, status } };
};
