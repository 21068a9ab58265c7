import type { DataSource } from 'typeorm';
import * as z from 'zod/mini';
import { minuteMs } from '#contracts/durations.ts';
import type {
  downloadExport as contract,
  prepareExport as prepareContract,
} from '#contracts/privacy/privacy.ts';
import { requireConfirmed } from '#services/accounts/sessions/require-confirmed.ts';
import type { Handler } from '#services/deps.ts';
import type { Config } from '#services/platform/config.ts';
import { row, rows } from '#services/platform/database/sql.ts';
import { forbidden } from '#services/platform/errors.ts';
import { type FileDeps, fileStore } from '#services/platform/files/file-store.ts';
import type { StoredBytes } from '#services/platform/files/stored-object.entity.ts';
import type { ArchivedFile } from '#services/platform/http/streams.ts';
import { defineToken } from '#services/platform/tokens/signed-token.ts';
import { readRefundAccount } from '#services/refunds/refund-account.ts';
import { personalTables } from '../inventory/inventory.ts';
import { moneyTables } from '../inventory/money.ts';
import {
  exportedColumns,
  fileKey,
  nameOf,
  type PersonalTable,
  type PersonalView,
  personSql,
} from '../inventory/personal-table.ts';
import { renderIndex, type Section } from './render-index.ts';

const ticketMs = 5 * minuteMs;
const tickets = defineToken('export', z.object({ sub: z.uuid(), sid: z.uuid() }));

/** Returns a ticket for {@link downloadExport}, bound to the session of a caller who is confirmed or gives the password. */
export const prepareExport: Handler<typeof prepareContract> = async ({ body, caller }, deps) => {
  await requireConfirmed(deps, caller, body.currentPassword);
  const expiresAt = new Date(Date.now() + ticketMs);
  const ticket = await tickets.sign({ sub: caller.id, sid: caller.sessionId }, deps.config, { expiresAt });
  return { message: 'Your data is ready.', data: { ticket } };
};

/** Streams a zip with all data about the caller. @throws HttpError 403 without a ticket or a recent sign-in. */
export const downloadExport: Handler<typeof contract> = async ({ query, caller }, { db, config }) => {
  const ticket = await tickets.verify(query.ticket ?? '', config);
  if (ticket?.sid !== caller.sessionId && !caller.isConfirmed)
    throw forbidden('Please confirm that it is you before you download your data.');
  return { fileName: `${config.brand.slug}-my-data.zip`, files: collectFiles(db, caller.id, config) };
};

type Values = Record<string, unknown>;

const endings: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

/** Yields the files of a person's export: documents, a JSON file for each section, and a page to read. */
async function* collectFiles(
  db: DataSource,
  userId: string,
  config: Pick<Config, 'brand' | 'credentialKeys' | 'files'>,
): AsyncGenerator<ArchivedFile> {
  const sections: Section[] = [];
  for (const table of personalTables) {
    for (const [index, view] of table.views.entries()) {
      const name = nameOf(table).replaceAll('_', '-') + (index === 0 ? '' : `-${index + 1}`);
      const section: Section = { title: view.title, name, rows: await read(db, table, view, userId) };
      for (const [at, values] of section.rows.entries()) {
        if (table === moneyTables.refund_accounts)
          values.bank_details = await bankDetailsOf(db, values, config);
        const data = await readFile({ db, config }, table, values);
        if (!data) continue;
        values.file = `files/${name}-${at + 1}.${endings[String(values.content_type)] ?? 'bin'}`;
        yield { name: String(values.file), data };
      }
      if (section.rows.length > 0) sections.push(section);
    }
  }
  for (const { name, rows: data } of sections)
    yield { name: `data/${name}.json`, data: utf8(JSON.stringify(data, null, 2)) };
  yield { name: 'index.html', data: utf8(renderIndex(sections, config.brand, new Date())) };
}

const utf8 = (text: string) => Buffer.from(text, 'utf8');

function read(db: DataSource, table: PersonalTable, view: PersonalView, userId: string): Promise<Values[]> {
  const columns = exportedColumns(table, view).map((column) => `r.${column}`);
  const from = `${nameOf(table)} r JOIN ${personSql} ON ${view.about}`;
  return rows<Values>(db, `SELECT ${columns.join(', ')} FROM ${from} ORDER BY 1`, [userId]);
}

// Documents are read one by one, so that only one is in memory.
async function readFile(deps: FileDeps, table: PersonalTable, values: Values): Promise<Buffer | undefined> {
  const key = fileKey(table);
  if (!key) return undefined;
  const text = `SELECT data, object_key AS "objectKey" FROM ${nameOf(table)} WHERE ${key} = $1`;
  const stored = await row<StoredBytes>(deps.db, text, [values[key]]);
  return stored && fileStore(deps).get(stored);
}

function bankDetailsOf(db: DataSource, values: Values, config: Pick<Config, 'credentialKeys'>) {
  return readRefundAccount(db, String(values.refund_id), config);
}
