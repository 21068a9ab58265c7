import { proofFile, viewProof } from '#contracts/enrolments/proofs.ts';
import { call } from '#src/browser/api.ts';
import { openFile } from '#src/browser/open-tab.ts';
import { proofCopy } from './proof.copy.ts';

const { refused, failed } = proofCopy;

/** Opens the proof of a request in a new tab. */
export function openProof(requestId: string): Promise<void> {
  return openFile(() => call(viewProof, { params: { id: requestId } }), {
    types: proofFile.types,
    name: 'proof-of-enrolment',
    refused,
    failed,
  });
}
