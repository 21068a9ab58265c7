import { useState } from 'react';
import type { SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import { viewProof } from '#contracts/enrolments/proofs.ts';
import { openDocument } from '#src/browser/open-tab.ts';
import { Button } from '#src/ui/Button.tsx';
import { lazyDialog } from '#src/ui/lazy-component.tsx';
import { proofCopy as copy } from './proof.copy.ts';

const ProofModal = lazyDialog(async () => (await import('./ProofModal.tsx')).ProofModal);

/** Adds the proof of a paid request, or shows the existing one: one button, so that it keeps the focus. */
export function ProofButton(props: { request: SponsoredRequest; onChanged: () => void }) {
  const { request, onChanged } = props;
  const [isAdding, setAdding] = useState(false);
  const { hasProof, isProofFiled, canAddProof, _id: id } = request;
  const { courseTitle } = request.course;
  const canView = hasProof || isProofFiled;
  if (!canView && !canAddProof) return null;
  return (
    <>
      <Button
        kind="quiet"
        isSmall
        text={canView ? copy.view : copy.add}
        about={courseTitle}
        onPress={() =>
          canView ? openDocument(viewProof, id, 'proof', 'proof-of-enrolment') : setAdding(true)
        }
      />
      {isAdding && <ProofModal request={request} onClose={() => setAdding(false)} onUploaded={onChanged} />}
    </>
  );
}
