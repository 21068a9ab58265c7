import { UsualTime } from '../../ui/UsualTime.tsx';
import { waitingQuestion, whileUnpaid } from './waiting.copy.ts';

/** How long it usually takes until a request is paid, and, on request, what happens if no sponsor comes. */
export function WhileUnpaid() {
  return (
    <>
      <UsualTime until="paid" />
      <details className="soft">
        <summary>{waitingQuestion}</summary>
        <p>{whileUnpaid}</p>
      </details>
    </>
  );
}
