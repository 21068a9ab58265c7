/** Returns the URL of a person's picture, or null without one. The key makes the URL unguessable. */
export function pictureAddress(
  userId: string,
  picture: { contentType: string; addressKey: string } | null | undefined,
): { contentType: string; url: string } | null {
  if (!picture) return null;
  return { contentType: picture.contentType, url: `/api/user/${userId}/picture?v=${picture.addressKey}` };
}
