import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Rule } from '../checks/run-checks.ts';

/** Replaces one place in a file of the product while it is loaded; the file itself stays as it is. */
export interface Edit {
  /** From the root of the repository. */
  file: string;
  search: string;
  replace: string;
}

/** A guarantee taken out of the product, and the rule of the checker that must report it. */
export interface Sabotage {
  name: 'outbox-bypassed' | 'lock-removed' | 'index-dropped' | 'acknowledged-early' | 'mail-closed-early';
  edits: readonly Edit[];
  /** Runs before the load. */
  sql?: string;
  rule: Rule;
}

const approvals: Rule = 'one approval per request, with one mail each to learner and sponsor';

const withoutStatusGuard: Edit = {
  file: 'services/requests/move-request.ts',
  search: 'HelpRequestEntity,\n    { id, status },',
  replace: 'HelpRequestEntity,\n    { id },',
};

/** Each guarantee of the money path has more than one guard, so some sabotages remove those behind it as well. */
export const sabotages: readonly Sabotage[] = [
  {
    // Jobs become due one second after the commit by a second write, which a process that dies does not make.
    name: 'outbox-bypassed',
    edits: [
      {
        file: 'services/platform/queue/outbox.ts',
        search: '(job, payload, key, available_at, traceparent)',
        replace: '(enqueued_at, job, payload, key, available_at, traceparent)',
      },
      {
        file: 'services/platform/queue/outbox.ts',
        search: 'SELECT $',
        replace: "SELECT 'infinity'::timestamptz, $",
      },
      {
        file: 'services/platform/queue/outbox.ts',
        search: 'import { notifyAfterCommit } from',
        replace: 'import { afterCommit, notifyAfterCommit } from',
      },
      {
        file: 'services/platform/queue/outbox.ts',
        search: 'if (inserted) notifyAfterCommit(manager, OUTBOX_CHANNEL);',
        replace: `const { dataSource } = manager;
        if (inserted) afterCommit(manager, () => void setTimeout(() => dataSource
          .query('UPDATE outbox SET enqueued_at = NULL WHERE id = $1', [inserted.id]).catch(() => {}), 1_000));`,
      },
    ],
    rule: approvals,
  },
  {
    name: 'lock-removed',
    edits: [
      {
        file: 'services/payments/payments.ts',
        search: 'lockRow(manager, HelpRequestEntity, { id: requestId })',
        replace: 'manager.findOneBy(HelpRequestEntity, { id: requestId })',
      },
      {
        file: 'services/payments/payments.ts',
        search: 'lockRow(manager, PaymentEntity, { id: paymentId })',
        replace: 'manager.findOneBy(PaymentEntity, { id: paymentId })',
      },
      withoutStatusGuard,
    ],
    sql: 'DROP INDEX payments_one_approved_per_request',
    rule: approvals,
  },
  {
    // The unique index is the last guard against recording one capture twice.
    name: 'index-dropped',
    edits: [
      {
        file: 'services/payments/decide-settlement.ts',
        search: 'if (isSettled(payment.status)) return undefined;',
        replace: '',
      },
      {
        file: 'services/flows/settle.ts',
        search: 'if (isSettled(known.status))',
        replace: 'if (false)',
      },
    ],
    sql: 'DROP INDEX ledger_transactions_once',
    rule: 'ledger = provider in each currency',
  },
  {
    name: 'acknowledged-early',
    edits: [
      {
        file: 'services/platform/database/transaction.ts',
        search: 'const { result, queryRunner } = await db.transaction(async (manager) => {',
        replace: `const { result, queryRunner } = await new Promise<{ result: T; queryRunner?: QueryRunner }>((resolve, reject) => void db.transaction(async (manager) => {
          const value = await beforeCommit(manager);
          resolve(value);
          await new Promise((next) => setTimeout(next, 300));
          return value;
        }).catch(reject));
        async function beforeCommit(manager: EntityManager) {`,
      },
      {
        file: 'services/platform/database/transaction.ts',
        search: '    return { result, queryRunner };\n  });\n',
        replace: '    return { result, queryRunner };\n  }\n',
      },
    ],
    rule: 'acknowledged writes are stored',
  },
  {
    name: 'mail-closed-early',
    edits: [
      {
        file: 'workers/deliver-mail.ts',
        search: 'const isSent = await sendMail(composers, payload, context);',
        replace:
          'await context.complete(async () => {}); const isSent = await sendMail(composers, payload, context);',
      },
    ],
    rule: approvals,
  },
];

const root = new URL('../../../../', import.meta.url);

/** Applies edits to the source of a file. @throws Error unless each text occurs exactly once. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  return edits.reduce((text, { file, search, replace }) => {
    if (text.split(search).length !== 2) throw new Error(`${file} does not have exactly one “${search}”`);
    return text.replace(search, () => replace);
  }, source);
}

/** Returns the sabotaged source of each file, by its path. */
export function sabotagedFiles({ edits }: Sabotage): Map<string, string> {
  return new Map(
    [...Map.groupBy(edits, ({ file }) => file)].map(([file, ofFile]) => {
      const path = fileURLToPath(new URL(file, root));
      return [path, applyEdits(readFileSync(path, 'utf8'), ofFile)];
    }),
  );
}
