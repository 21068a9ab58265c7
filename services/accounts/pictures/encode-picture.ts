import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { profilePictureFile } from '#contracts/accounts.ts';
import { invalid } from '#services/platform/errors.ts';
import type { ProfilePicture } from './profile-picture.entity.ts';

const maxPixels = 25_000_000;
const sidePx = 256;

/**
 * Decodes an upload and encodes it anew: at most 256 px, WebP, without metadata, under a fresh address.
 * Refuses with 422 what is no picture or has over 25 megapixels.
 */
export async function encodePicture(data: Buffer): Promise<Omit<ProfilePicture, 'userId' | 'createdAt'>> {
  try {
    const picture = await sharp(data, { limitInputPixels: maxPixels, failOn: 'error' })
      .rotate()
      .resize(sidePx, sidePx, { fit: 'cover', position: 'attention', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
    return { contentType: 'image/webp', data: picture, addressKey: randomBytes(16).toString('base64url') };
  } catch {
    const message = 'We could not read this picture. Please choose another one.';
    throw invalid(message, { [profilePictureFile.field]: message });
  }
}
