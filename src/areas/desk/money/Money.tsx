import { useState } from 'react';
import { ViewLinks } from '../ViewLinks.tsx';
import { Ledger } from './Ledger.tsx';
import { moneyCopy as copy } from './money.copy.ts';
import { Payment } from './Payment.tsx';
import { Payments } from './Payments.tsx';
import { Reconciliation } from './Reconciliation.tsx';

/** Payments, ledger or reconciliation, as the address says; with an id in it the page of that payment. */
export function Money() {
  const [search] = useState(() => new URLSearchParams(location.search));
  const id = search.get('id');
  if (id) return <Payment id={id} />;
  const view = copy.tabs.find((tab) => tab.view === (search.get('view') ?? undefined))?.view;
  return (
    <>
      <h1>{copy.heading}</h1>
      <ViewLinks label={copy.views} tabs={copy.tabs} current={view} />
      {view === 'ledger' ? <Ledger /> : view === 'reconciliation' ? <Reconciliation /> : <Payments />}
    </>
  );
}
