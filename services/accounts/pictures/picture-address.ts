/** Where a person's picture can be fetched; null without one. The key makes the address unguessable. */
export function pictureAddress(
  userId: string,
  picture: { contentType: string; addressKey: string } | null | undefined,
): { contentType: string; url: string } | null {
  if (!picture) return null;
  return { contentType: picture.contentType, url: `/api/user/${userId}/picture?v=${picture.addressKey}` };
}
