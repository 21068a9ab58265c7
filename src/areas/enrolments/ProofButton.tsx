import { useState } from 'react';
import type { SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import { Button } from '#src/ui/Button.tsx';
import { lazyDialog } from '#src/ui/lazy-component.tsx';
import { openProof } from './open-proof.ts';
import { proofCopy as copy } from './proof.copy.ts';

const ProofModal = lazyDialog(async () => (await import('./ProofModal.tsx')).ProofModal);

interface ProofButtonProps {
  request: SponsoredRequest;
  onChanged: () => void;
}

/** Adds the proof of a paid request, or shows the existing one: one button, so that it keeps the focus. */
export function ProofButton({ request, onChanged }: ProofButtonProps) {
  const [isAdding, setAdding] = useState(false);
  const { hasProof, isProofFiled, canAddProof, _id: id } = request;
  const canView = hasProof || isProofFiled;
  if (!canView && !canAddProof) return null;
  return (
    <>
      <Button
        kind="quiet"
        isSmall
        text={canView ? copy.view : copy.add}
        about={request.course.courseTitle}
        onPress={() => (canView ? void openProof(id) : setAdding(true))}
      />
      {isAdding && (
        <ProofModal
          request={request}
          onClose={() => setAdding(false)}
          onUploaded={() => {
            setAdding(false);
            onChanged();
          }}
        />
      )}
    </>
  );
}
