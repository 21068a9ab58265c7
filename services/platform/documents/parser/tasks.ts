import type { PictureInput } from './encode-picture.ts';

/** What the parser process does with an upload; each parser is imported with its first file. */
export const tasks = {
  'rewrite-pdf': async (data: Uint8Array) => (await import('./rewrite-pdf.ts')).rewritePdf(data),
  'encode-picture': async (input: PictureInput) => (await import('./encode-picture.ts')).encodePicture(input),
};
