import type { OwnRequest } from '#contracts/dashboard/dashboard.ts';
import { InvoiceUpload } from '../purchases/InvoiceUpload.tsx';
import { PurchaseActions } from '../purchases/PurchaseActions.tsx';
import { PriceConfirmation } from '../requests/PriceConfirmation.tsx';

/** Tasks of a learner's own request beyond its usual actions: an old price, an invoice, a course that is being bought. */
export function RequestTasks(props: { request: OwnRequest; onChanged: () => Promise<void> }) {
  return (
    <>
      <PurchaseActions {...props} />
      <PriceConfirmation {...props} />
      <InvoiceUpload {...props} />
    </>
  );
}
