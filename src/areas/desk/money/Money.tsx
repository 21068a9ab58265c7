import { useState } from 'react';
import { ViewLinks } from '../ViewLinks.tsx';
import { Ledger } from './Ledger.tsx';
import { moneyCopy as copy } from './money.copy.ts';
import { Payment } from './Payment.tsx';
import { Payments } from './Payments.tsx';
import { Pledges } from './Pledges.tsx';
import { Reconciliation } from './Reconciliation.tsx';

const views = { payments: Payments, ledger: Ledger, reconciliation: Reconciliation, pledges: Pledges };

/** Payments, ledger, reconciliation or pledges, as the address says; with an id in it the page of that payment. */
export function Money() {
  const [search] = useState(() => new URLSearchParams(location.search));
  const id = search.get('id');
  if (id) return <Payment id={id} />;
  const view = copy.tabs.find((tab) => tab.view === (search.get('view') ?? undefined))?.view;
  const View = views[view ?? 'payments'];
  return (
    <>
      <h1>{copy.heading}</h1>
      <ViewLinks label={copy.views} tabs={copy.tabs} current={view} />
      <View />
    </>
  );
}
