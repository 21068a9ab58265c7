import express, { type Request, type Response, Router } from 'express';
import type { TransportFault, VerifyFault } from './fault.ts';
import type { FaultRules, TakenFault } from './fault-rules.ts';
import { readInitializeRequest } from './initialize-request.ts';
import type { PaymentSettingsStore } from './payment-settings.ts';
import { answerProviderError, refusalOf, refusals } from './provider-error.ts';
import { requireKey } from './require-key.ts';
import type { Transaction, TransactionStatus } from './transaction.ts';
import { transactionData } from './transaction-data.ts';
import type { TransactionLedger } from './transaction-ledger.ts';
import { isApplied, respondWithFault } from './transport-fault.ts';

/** What the provider's calls about transactions work with. */
export interface ProviderApiDeps {
  ledger: TransactionLedger;
  faults: FaultRules;
  settings: PaymentSettingsStore;
  secretKey: string;
  /** Address of a checkout page, as the payer's browser reaches it. */
  checkoutUrl(accessCode: string): string;
}

interface Answer {
  status: number;
  body: unknown;
}

const answerOf = (work: () => unknown): Answer => {
  try {
    return { status: 200, body: work() };
  } catch (error) {
    const refusal = refusalOf(error);
    return { status: refusal.status, body: refusal.body };
  }
};

function isAnswerFault(fault: TransportFault | VerifyFault): fault is VerifyFault {
  return fault.kind === 'answer' || fault.kind === 'not_found';
}

function pickStatus(given: TransactionStatus | TransactionStatus[] | undefined, call: number) {
  return Array.isArray(given) ? given[Math.min(call, given.length - 1)] : given;
}

/** Verify's data as a lying provider tells it; the book stays as it is. */
function bendAnswer(transaction: Transaction, taken: TakenFault<Extract<VerifyFault, { kind: 'answer' }>>) {
  const { status, amountMinor, currency, metadata } = taken.fault;
  const data = transactionData({
    ...transaction,
    status: pickStatus(status, taken.usedBefore) ?? transaction.status,
    amountMinor: amountMinor ?? transaction.amountMinor,
    currency: currency ?? transaction.currency,
  });
  return metadata === undefined ? data : { ...data, metadata };
}

/** `POST /transaction/initialize` and `GET /transaction/verify/:reference` (payments protocol). */
export function createProviderApi({ ledger, faults, settings, secretKey, checkoutUrl }: ProviderApiDeps) {
  const api = Router();
  api.use(requireKey(secretKey));
  api.use(express.json({ limit: '1mb' }));

  function initialize(body: unknown) {
    const transaction = ledger.add(readInitializeRequest(body, settings.get().strictCurrencies));
    if (!transaction) throw refusals.duplicateReference();
    const { accessCode, reference } = transaction;
    const data = { authorization_url: checkoutUrl(accessCode), access_code: accessCode, reference };
    return { status: true, message: 'Authorization URL created', data };
  }

  api.post('/initialize', async (req: Request, res: Response) => {
    const { reference, email } = Object(req.body) as Record<string, unknown>;
    const taken = faults.take('initialize', {
      reference: String(reference ?? ''),
      email: String(email ?? ''),
    });
    const answer =
      taken && !isApplied(taken.fault) ? { status: 0, body: {} } : answerOf(() => initialize(req.body));
    if (taken) await respondWithFault(res, taken.fault, answer);
    else res.status(answer.status).json(answer.body);
  });

  api.get('/verify/:reference', async (req: Request<{ reference: string }>, res: Response) => {
    const { reference } = req.params;
    const transaction = ledger.find(reference);
    const taken = faults.take('verify', { reference, email: transaction?.email ?? '' });
    const bend = taken && isAnswerFault(taken.fault) ? taken.fault : undefined;
    const answer = answerOf(() => {
      if (!transaction || bend?.kind === 'not_found')
        throw refusals.notFound(
          (bend?.kind === 'not_found' && bend.status) || settings.get().unknownReferenceStatus,
        );
      const data =
        taken && bend ? bendAnswer(transaction, { ...taken, fault: bend }) : transactionData(transaction);
      return { status: true, message: 'Verification successful', data };
    });
    if (taken && !isAnswerFault(taken.fault)) await respondWithFault(res, taken.fault, answer);
    else res.status(answer.status).json(answer.body);
  });

  api.use(() => {
    throw refusals.unknownRoute();
  });
  api.use(answerProviderError);
  return api;
}
