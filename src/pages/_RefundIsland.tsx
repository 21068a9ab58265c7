import { ConfirmIdentity } from '../areas/accounts/ConfirmIdentity.tsx';
import { RefundPage } from '../areas/refunds/RefundPage.tsx';

/** The page of a refund with the proof of identity of the accounts. */
export const RefundIsland = () => <RefundPage Proof={ConfirmIdentity} />;
