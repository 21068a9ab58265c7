import { profilePictureFile } from '#contracts/accounts/accounts.ts';
import { decodePicture, UnreadablePictureError } from '#services/platform/documents/decode-picture.ts';
import { invalid } from '#services/platform/errors.ts';
import { randomToken } from '#services/platform/tokens/secrets.ts';
import type { ProfilePicture } from './profile-picture.entity.ts';

const sidePx = 256;

type EncodedPicture = Pick<ProfilePicture, 'contentType' | 'addressKey'> & { data: Buffer };

/**
 * Decodes an upload and re-encodes it as WebP of at most 256 px, without metadata, under a new URL.
 * Throws HttpError 422 for data that is not a picture or exceeds 25 megapixels, 503 when too many are queued.
 */
export async function encodePicture(data: Buffer): Promise<EncodedPicture> {
  try {
    const picture = await decodePicture(data, (decoded) =>
      decoded
        .resize(sidePx, sidePx, { fit: 'cover', position: 'attention', withoutEnlargement: true })
        .webp({ quality: 82 })
        .toBuffer(),
    );
    return { contentType: 'image/webp', data: picture, addressKey: randomToken(16) };
  } catch (error) {
    if (!(error instanceof UnreadablePictureError)) throw error;
    const message = 'We could not read this picture. Please choose another one.';
    throw invalid(message, { [profilePictureFile.field]: message });
  }
}
