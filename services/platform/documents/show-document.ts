import type { DocumentType } from '#contracts/document-file.ts';
import { Reply } from '#services/platform/http/route.ts';

const endings: Record<DocumentType, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/** A document as it is kept. */
export interface StoredDocument {
  contentType: DocumentType;
  data: Buffer;
}

/**
 * Shows a document in the browser's viewer under a name of ours. The name of the upload is not kept: nothing that
 * somebody else wrote stands in a header.
 */
export function showDocument(document: StoredDocument, name: string): Reply<StoredDocument> {
  return new Reply(200, document, {
    'Content-Disposition': `inline; filename="${name}.${endings[document.contentType]}"`,
  });
}
