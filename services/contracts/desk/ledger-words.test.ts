import { describe, expect, it } from 'vitest';
import { ledgerKinds } from '#services/ledger/ledger.entity.ts';
import { fixedAccounts } from '#services/ledger/postings.ts';
import { balanceSentence, ledgerAccountName, ledgerKindName, meantMinor } from './ledger-words.ts';

const balance = (account: string, balanceMinor: number, turnoverMinor = Math.abs(balanceMinor)) => ({
  ...{ account, currency: 'NGN', balanceMinor },
  debitsMinor: turnoverMinor,
  creditsMinor: turnoverMinor,
});

describe('the words of the ledger', () => {
  it.each([
    ['completion_fund', 3_390_000, 'overdrawn by ₦33,900.00, ours to cover'],
    ['completion_fund', -150_000, '₦1,500.00 left of cheaper courses, for dearer ones'],
    ['provider', 2_000_000, '₦20,000.00 with the provider, after its fees'],
    ['provider', -5, '₦0.05 more given back than came in'],
    ['service_fees', -1_800, '₦18.00 earned'],
    ['request:*', -2_000_000, '₦20,000.00 given and not spent yet'],
    ['purchases', -1_850_000, '₦18,500.00 spent on courses'],
    ['pool:*', 0, 'nothing'],
  ])('%s with a balance of %i: %s', (account, balanceMinor, sentence) => {
    expect(balanceSentence(balance(account, balanceMinor))).toBe(sentence);
  });

  it('say the turnover of an account that passes its money on', () => {
    expect(balanceSentence(balance('refunds_out', 0, 4_003_600))).toBe('₦40,036.00 given back to payers');
    expect(balanceSentence(balance('disputes_lost', 0, 0))).toBe('nothing');
  });

  it('give an amount the sign of its meaning', () => {
    expect(meantMinor('provider', 100)).toBe(100);
    expect(meantMinor('provider_fees', 100)).toBe(100);
    expect(meantMinor('completion_fund', 100)).toBe(-100);
    expect(meantMinor('request:x', -100)).toBe(100);
    expect(meantMinor('purchases', 0)).toBe(0);
  });

  it('name each account and kind', () => {
    for (const account of [...fixedAccounts, 'request:*', 'pool:*'])
      expect(ledgerAccountName(account)).toMatch(/^[A-Z][a-z ]+$/);
    for (const kind of ledgerKinds) expect(ledgerKindName(kind)).toMatch(/^[A-Z][a-z ]+$/);
    const account = 'request:0b7ac1f4-6c1f-4d4e-9d9b-1d3c5c5a2b11';
    expect(ledgerAccountName(account, 'Botany, Kwame Mensah')).toBe('Held for Botany, Kwame Mensah');
    expect(ledgerAccountName(account)).toBe('Held for one request');
  });
});
