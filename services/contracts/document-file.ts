import { limits } from './limits.ts';

/** Upload rule for documents, such as certificates and receipts. */
export const documentFile = {
  maxBytes: limits.documentBytes,
  types: ['application/pdf', 'image/jpeg', 'image/png'],
  missing: 'Please select a file to upload.',
  tooLarge: 'File size must not exceed 512KB.',
  wrongType: 'Please select a PDF, JPG or PNG file.',
} as const;

export type DocumentType = (typeof documentFile.types)[number];
