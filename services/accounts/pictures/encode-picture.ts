import sharp from 'sharp';
import { profilePictureFile } from '#contracts/accounts.ts';
import { invalid } from '#services/platform/errors.ts';
import { randomToken } from '#services/platform/tokens/secrets.ts';
import type { ProfilePicture } from './profile-picture.entity.ts';

const maxPixels = 25_000_000;
const sidePx = 256;

/**
 * Decodes an upload and re-encodes it as WebP of at most 256 px, without metadata, under a new URL.
 * Throws HttpError 422 for data that is not a picture or exceeds 25 megapixels.
 */
export async function encodePicture(data: Buffer): Promise<Omit<ProfilePicture, 'userId' | 'createdAt'>> {
  try {
    const picture = await sharp(data, { limitInputPixels: maxPixels, failOn: 'error' })
      .rotate()
      .resize(sidePx, sidePx, { fit: 'cover', position: 'attention', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
    return { contentType: 'image/webp', data: picture, addressKey: randomToken(16) };
  } catch {
    const message = 'We could not read this picture. Please choose another one.';
    throw invalid(message, { [profilePictureFile.field]: message });
  }
}
