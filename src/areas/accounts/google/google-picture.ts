const pictureHost = 'https://lh3.googleusercontent.com/';

/**
 * Returns the picture of a Google account when Google hosts it: the only external host that the content
 * security policy allows.
 */
export function googlePicture(url: string | null): { url: string } | null {
  return url?.startsWith(pictureHost) ? { url } : null;
}
