import { getOperator } from '#contracts/desk/operators.ts';
import { OutgoingLink, opensInNewTab } from '#src/ui/OutgoingLink.tsx';
import { useDeskQuery } from '../use-desk-query.tsx';
import { caseCopy as copy } from './case.copy.ts';

/** A link to a transaction on the provider's dashboard; nothing where its address is not configured, or the number not known. */
export function ProviderLink(props: { reference: string; providerId: string | null }) {
  const { reference, providerId } = props;
  const address = useDeskQuery(getOperator, {}).data?.data.paymentDashboardUrl;
  if (!address || (providerId === null && address.includes('{id}'))) return null;
  const to = address
    .replaceAll('{id}', encodeURIComponent(providerId ?? ''))
    .replaceAll('{reference}', encodeURIComponent(reference));
  return (
    <OutgoingLink isOurs to={to}>
      {copy.atProvider}
      {opensInNewTab}
    </OutgoingLink>
  );
}
