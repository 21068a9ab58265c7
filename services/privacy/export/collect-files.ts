import type { DataSource } from 'typeorm';
import type { Config } from '#services/platform/config.ts';
import { row, rows } from '#services/platform/database/sql.ts';
import type { ArchivedFile } from '#services/platform/documents/zip-files.ts';
import type { StoredBytes } from '#services/platform/files/file-columns.ts';
import { type FileDeps, fileStore } from '#services/platform/files/file-store.ts';
import { readRefundAccount } from '#services/refunds/refund-account.ts';
import { inventory } from '../inventory/inventory.ts';
import { type PersonalView, personSql } from '../inventory/personal-table.ts';
import { renderIndex, type Section } from './render-index.ts';

type Values = Record<string, unknown>;

const endings: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

/** Yields the files of a person's export: documents, a JSON file for each section, and a page to read. */
export async function* collectFiles(
  db: DataSource,
  userId: string,
  config: Pick<Config, 'brand' | 'credentialKeys' | 'files'>,
): AsyncGenerator<ArchivedFile> {
  const sections: Section[] = [];
  for (const [table, { views }] of Object.entries(inventory)) {
    for (const [index, view] of views.entries()) {
      const name = table.replaceAll('_', '-') + (index === 0 ? '' : `-${index + 1}`);
      const section: Section = { title: view.title, name, rows: await read(db, table, view, userId) };
      for (const [at, values] of section.rows.entries()) {
        if (table === 'refund_accounts') values.bank_details = await bankDetailsOf(db, values, config);
        const data = await readFile({ db, config }, table, view, values);
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

function read(
  db: DataSource,
  table: string,
  { about, exported }: PersonalView,
  userId: string,
): Promise<Values[]> {
  const columns = exported.map((column) => `r.${column}`).join(', ');
  const text = `SELECT ${columns} FROM ${table} r JOIN ${personSql} ON ${about} ORDER BY 1`;
  return rows<Values>(db, text, [userId]);
}

// Documents are read one by one, so that only one is in memory.
async function readFile(
  deps: FileDeps,
  table: string,
  { file }: PersonalView,
  values: Values,
): Promise<Buffer | undefined> {
  if (!file) return undefined;
  const text = `SELECT data, object_key AS "objectKey" FROM ${table} WHERE ${file.key} = $1`;
  const stored = await row<StoredBytes>(deps.db, text, [values[file.key]]);
  return stored && fileStore(deps).get(stored);
}

function bankDetailsOf(db: DataSource, values: Values, config: Pick<Config, 'credentialKeys'>) {
  return readRefundAccount(db, String(values.refund_id), config);
}
