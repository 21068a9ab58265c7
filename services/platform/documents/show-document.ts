import type { DocumentType } from '#contracts/document-file.ts';
import { Reply } from '#services/platform/http/route.ts';

const endings: Record<DocumentType, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/** A document as it is stored. */
export interface StoredDocument {
  contentType: DocumentType;
  data: Buffer;
}

/**
 * Returns a response that shows a document in the browser's viewer. The file name is generated, so that no text of the
 * uploader gets into a header.
 */
export function showDocument(document: StoredDocument, name: string): Reply<StoredDocument> {
  return new Reply(200, document, {
    'Content-Disposition': `inline; filename="${name}.${endings[document.contentType]}"`,
  });
}
