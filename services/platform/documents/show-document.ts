import type { DocumentType } from '#contracts/document-file.ts';
import type { StoredBytes } from '../files/file-columns.ts';
import { type FileDeps, fileStore } from '../files/file-store.ts';
import { Reply } from '../http/route.ts';

const endings: Record<DocumentType, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/** A row of a table of documents. */
export type DocumentRow = Pick<StoredDocument, 'contentType'> & StoredBytes;

/** A document with its bytes. */
export interface StoredDocument {
  contentType: DocumentType;
  data: Buffer;
}

/**
 * Returns a response that shows the document of a row in the browser's viewer. The file name is generated, so that no text of the
 * uploader gets into a header.
 */
export async function showDocument(
  deps: FileDeps,
  document: DocumentRow,
  name: string,
): Promise<Reply<StoredDocument>> {
  const { contentType } = document;
  const data = await fileStore(deps).get(document);
  return new Reply(
    200,
    { contentType, data },
    {
      'Content-Disposition': `inline; filename="${name}.${endings[contentType]}"`,
    },
  );
}
