import { RefundPage } from '../areas/refunds/RefundPage.tsx';
import { lazyComponent } from '../ui/lazy-component.tsx';

// As ConfirmIdentity of the accounts, which the profile would load from a script of its own if two pages shared it.
const Proof = lazyComponent(async () => (await import('../areas/accounts/IdentityForm.tsx')).IdentityForm);

/** The page of a refund with the proof of identity of the accounts. */
export const RefundIsland = () => <RefundPage Proof={Proof} />;
