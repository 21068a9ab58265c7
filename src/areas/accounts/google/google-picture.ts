const pictureHost = 'https://lh3.googleusercontent.com/';

/** The picture that Google names, where it lies on Google's own host: the only one that our pages may load from. */
export function googlePicture(url: string | null): { url: string } | null {
  return url?.startsWith(pictureHost) ? { url } : null;
}
