import { profilePictureFile } from '#contracts/accounts/person.ts';
import { parseUpload } from '#services/platform/documents/parser/parse-upload.ts';
import { invalidField } from '#services/platform/errors.ts';
import { randomToken } from '#services/platform/tokens/secrets.ts';
import type { ProfilePicture } from '../user.entity.ts';

/** Returns the URL of a person's picture, or null without one. The key makes the URL unguessable. */
export function pictureAddress(
  userId: string,
  { contentType, addressKey }: { contentType: string | null; addressKey: string | null },
): { contentType: string; url: string } | null {
  if (!contentType || !addressKey) return null;
  return { contentType, url: `/api/user/${userId}/picture?v=${addressKey}` };
}

const sidePx = 256;

type EncodedPicture = Pick<ProfilePicture, 'contentType' | 'addressKey'> & { data: Buffer };

/**
 * Decodes an upload and re-encodes it as WebP of at most 256 px, without metadata, under a new URL.
 *
 * @param source the uploader; sources take turns.
 * @throws {HttpError} 422 for data that is not a picture or exceeds 25 megapixels, 503 when too many are queued.
 */
export async function encodePicture(data: Buffer, source: string): Promise<EncodedPicture> {
  const { field, maxBytes } = profilePictureFile;
  const resize = { width: sidePx, height: sidePx, fit: 'cover' } as const;
  const input = { data, resize, formats: ['image/webp'], maxBytes } as const;
  const encoded = await parseUpload('encode-picture', input, source);
  if ('problem' in encoded) throw invalidField(field, 'This file cannot be read.');
  return { contentType: 'image/webp', data: Buffer.from(encoded.data), addressKey: randomToken(16) };
}
