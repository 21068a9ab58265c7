import express, { type Request, type Response, Router } from 'express';
import { textOf } from '#services/platform/text-of.ts';
import type { TransportFault, VerifyFault } from '../faults/fault.ts';
import type { FaultRules, MatchedFault } from '../faults/fault-rules.ts';
import { respondWithFault } from '../faults/transport-fault.ts';
import type { PaymentSettingsStore } from '../payment-settings.ts';
import type { Transaction, TransactionStatus } from '../transaction.ts';
import { listedTransactionData, transactionData } from '../transaction-data.ts';
import type { TransactionLedger } from '../transaction-ledger.ts';
import { readInitializeRequest } from './initialize-request.ts';
import { listMeta, readListQuery } from './list-query.ts';
import { providerErrors, sendProviderError } from './provider-error.ts';
import { requireKey } from './require-key.ts';
import { type RunCall, toProviderResponse } from './run-call.ts';

/** Dependencies of the provider API. */
export interface ProviderApiDeps {
  ledger: TransactionLedger;
  faults: FaultRules;
  settings: PaymentSettingsStore;
  secretKey: string;
  run: RunCall;
  /** Returns the public URL of a checkout page. */
  checkoutUrl(accessCode: string): string;
}

function isVerifyFault(fault: TransportFault | VerifyFault): fault is VerifyFault {
  return fault.kind === 'answer' || fault.kind === 'not_found';
}

function pickStatus(given: TransactionStatus | TransactionStatus[] | undefined, call: number) {
  return Array.isArray(given) ? given[Math.min(call, given.length - 1)] : given;
}

/** Returns verify data with the fault's overrides; the ledger is unchanged. */
function overrideTransaction(
  transaction: Transaction,
  matched: MatchedFault<Extract<VerifyFault, { kind: 'answer' }>>,
) {
  const { status, amountMinor, currency, metadata } = matched.fault;
  const data = transactionData({
    ...transaction,
    status: pickStatus(status, matched.usedBefore) ?? transaction.status,
    amountMinor: amountMinor ?? transaction.amountMinor,
    currency: currency ?? transaction.currency,
  });
  return metadata === undefined ? data : { ...data, metadata };
}

/** The provider's transaction calls: initialize, verify and list (payments protocol). */
export function createProviderApi({
  ledger,
  faults,
  settings,
  secretKey,
  run,
  checkoutUrl,
}: ProviderApiDeps) {
  const api = Router();
  api.use(requireKey(secretKey));
  api.use(express.json({ limit: '1mb' }));

  function initialize(body: unknown) {
    const transaction = ledger.add(readInitializeRequest(body, settings.get().strictCurrencies));
    if (!transaction) throw providerErrors.duplicateReference();
    const { accessCode, reference } = transaction;
    const data = { authorization_url: checkoutUrl(accessCode), access_code: accessCode, reference };
    return { status: true, message: 'Authorization URL created', data };
  }

  api.post('/initialize', async (req: Request, res: Response) => {
    const { reference, email } = Object(req.body) as Record<string, unknown>;
    const selector = { reference: textOf(reference), email: textOf(email) };
    await run(res, 'initialize', selector, () => initialize(req.body));
  });

  api.get('/', (req: Request, res: Response) =>
    run(res, 'transaction_list', { reference: '', email: '' }, () => {
      const range = readListQuery(req.query, 'per_page');
      const { status } = req.query;
      const found = ledger.page(range, status === undefined ? null : textOf(status));
      const data = found.transactions.map(listedTransactionData);
      const meta = { ...listMeta(range, found.total), total_volume: found.volumeMinor };
      return { status: true, message: 'Transactions retrieved', data, meta };
    }),
  );

  api.get('/verify/:reference', async (req: Request<{ reference: string }>, res: Response) => {
    const { reference } = req.params;
    const transaction = ledger.find(reference);
    const matched = faults.take('verify', { reference, email: transaction?.email ?? '' });
    const override = matched && isVerifyFault(matched.fault) ? matched.fault : undefined;
    const response = toProviderResponse(() => {
      if (!transaction || override?.kind === 'not_found')
        throw providerErrors.notFound(
          (override?.kind === 'not_found' && override.status) || settings.get().unknownReferenceStatus,
        );
      const data =
        matched && override
          ? overrideTransaction(transaction, { ...matched, fault: override })
          : transactionData(transaction);
      return { status: true, message: 'Verification successful', data };
    });
    if (matched && !isVerifyFault(matched.fault)) await respondWithFault(res, matched.fault, response);
    else res.status(response.status).json(response.body);
  });

  api.use(() => {
    throw providerErrors.unknownRoute();
  });
  api.use(sendProviderError);
  return api;
}
