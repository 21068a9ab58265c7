import { Router } from 'express';
import { textOf } from '#services/platform/text-of.ts';
import type { TransportFault, VerifyFault } from '../faults/fault.ts';
import { respondWithFault } from '../faults/transport-fault.ts';
import type { PaymentStores } from '../payment-stores.ts';
import type { Transaction, TransactionStatus } from '../transaction.ts';
import { listedTransactionData, transactionData } from '../transaction-data.ts';
import { readInitializeRequest } from './initialize-request.ts';
import {
  listMeta,
  type RunCall,
  readListQuery,
  selectorOf,
  success,
  toProviderResponse,
} from './protocol.ts';
import { providerErrors } from './provider-error.ts';

function isVerifyFault(fault: TransportFault | VerifyFault): fault is VerifyFault {
  return fault.kind === 'answer' || fault.kind === 'not_found';
}

function pickStatus(given: TransactionStatus | TransactionStatus[] | undefined, call: number) {
  return Array.isArray(given) ? given[Math.min(call, given.length - 1)] : given;
}

/** Returns verify data with the fault's overrides; the ledger is unchanged. */
function overrideTransaction(
  transaction: Transaction,
  { status, amountMinor, currency, metadata }: Extract<VerifyFault, { kind: 'answer' }>,
  usedBefore: number,
) {
  const data = transactionData({
    ...transaction,
    status: pickStatus(status, usedBefore) ?? transaction.status,
    amountMinor: amountMinor ?? transaction.amountMinor,
    currency: currency ?? transaction.currency,
  });
  return metadata === undefined ? data : { ...data, metadata };
}

/** The provider's transaction calls: initialize, verify and list (payments protocol). */
export function createProviderApi(
  { ledger, faults, settings }: PaymentStores,
  run: RunCall,
  checkoutUrl: (accessCode: string) => string,
) {
  const api = Router();

  function initialize(body: unknown) {
    const transaction = ledger.add(readInitializeRequest(body, settings.get().strictCurrencies));
    if (!transaction) throw providerErrors.duplicateReference();
    const { accessCode, reference } = transaction;
    const data = { authorization_url: checkoutUrl(accessCode), access_code: accessCode, reference };
    return success('Authorization URL created', data);
  }

  api.post('/initialize', async (req, res) => {
    const { reference, email } = Object(req.body) as Record<string, unknown>;
    const selector = { reference: textOf(reference), email: textOf(email) };
    await run(res, 'initialize', selector, () => initialize(req.body));
  });

  api.get('/', (req, res) =>
    run(res, 'transaction_list', selectorOf(undefined), () => {
      const range = readListQuery(req.query, 'per_page');
      const { status } = req.query;
      const given = { status: status === undefined ? null : textOf(status) };
      const { rows, total, volumeMinor } = ledger.page(range, given);
      const data = rows.map((row) => listedTransactionData(row, settings.get()));
      return success('Transactions retrieved', data, {
        ...listMeta(range, total),
        total_volume: volumeMinor,
      });
    }),
  );

  api.get('/verify/:reference', async (req, res) => {
    const { reference } = req.params;
    const transaction = ledger.find(reference);
    const matched = faults.take('verify', { ...selectorOf(transaction), reference });
    const override = matched && isVerifyFault(matched.fault) ? matched.fault : undefined;
    const response = toProviderResponse(() => {
      if (!transaction || override?.kind === 'not_found')
        throw providerErrors.notFound(
          (override?.kind === 'not_found' && override.status) || settings.get().unknownReferenceStatus,
        );
      const data =
        matched && override
          ? overrideTransaction(transaction, override, matched.usedBefore)
          : transactionData(transaction);
      return success('Verification successful', data);
    });
    if (matched && !isVerifyFault(matched.fault)) await respondWithFault(res, matched.fault, response);
    else res.status(response.status).json(response.body);
  });

  return api;
}
