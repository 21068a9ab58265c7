import { useState } from 'react';
import { Ledger } from './Ledger.tsx';
import { moneyCopy as copy } from './money.copy.ts';
import styles from './money.module.css';
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
      <nav aria-label={copy.views}>
        <ul className={`bare ${styles.views}`}>
          {copy.tabs.map((tab) => (
            <li key={tab.text}>
              <a href={tab.href} aria-current={tab.view === view ? 'page' : undefined}>
                {tab.text}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {view === 'ledger' ? <Ledger /> : view === 'reconciliation' ? <Reconciliation /> : <Payments />}
    </>
  );
}
