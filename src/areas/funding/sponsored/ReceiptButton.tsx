import { loadPart } from '../../../browser/load-part.ts';
import { Button } from '../../../ui/Button.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { sponsoredCopy } from './sponsored.copy.ts';

const copy = sponsoredCopy.receipt;

interface ReceiptButtonProps {
  reference: string;
  receiptNumber: string;
  /** Of a difference that was paid later. */
  isDifference: boolean;
  /** As of a button. */
  about: string;
}

/** Downloads the receipt of a payment. */
export function ReceiptButton({ reference, receiptNumber, isDifference, about }: ReceiptButtonProps) {
  const { run, isRunning } = useAction(copy.failed);
  const save = async () => {
    // Loaded on the press: the first view of the dashboard stays below its limit of scripts.
    const { saveReceipt } = await loadPart(() => import('./save-receipt.ts'));
    await saveReceipt(reference, receiptNumber);
  };

  return (
    <Button
      kind="quiet"
      isSmall
      text={isDifference ? copy.saveDifference : copy.save}
      about={about}
      busy={isRunning && copy.busy}
      onPress={() => run(save)}
    />
  );
}
