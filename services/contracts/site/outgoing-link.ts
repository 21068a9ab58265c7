import { parsePublicWebAddress, withScheme } from '../public-web-address.ts';

/** Path of the page that a link to another site leads through. @internal The audit of links recognises the page by it. */
export const leavingPath = '/leaving';

/**
 * Sites of courses, with their subdomains, which links open directly. Sites on which anybody can publish a page are left
 * out although they have courses: GitHub, YouTube, LinkedIn, Kaggle, Hugging Face.
 */
const courseSites = [
  'academy.hubspot.com alison.com codecademy.com complexityexplorer.org course.fast.ai coursera.org cs50.harvard.edu',
  'cursoemvideo.com datacamp.com deeplearning.ai developers.google.com edraak.org edx.org elearning.fao.org',
  'elementsofai.com ev.org.br freecodecamp.org fullstackopen.com fun-mooc.fr futurelearn.com khanacademy.org',
  'learn.microsoft.com mathworks.com missing.csail.mit.edu mooc.fi mru.org netacad.com ocw.mit.edu open.edu',
  'openclassrooms.com oyc.yale.edu pluralsight.com portswigger.net py4e.com santanderopenacademy.com saylor.org',
  'skillbuilder.aws theodinproject.com training.linuxfoundation.org udacity.com udemy.com web.dev',
].flatMap((sites) => sites.split(' '));

/** Returns whether a link opens directly: it leads to the site of a course platform, on the usual port. */
export function isCourseSite({ hostname, port }: URL): boolean {
  return port === '' && courseSites.some((site) => hostname === site || hostname.endsWith(`.${site}`));
}

/** Returns a typed link as an address, with https:// added if missing; undefined when no page may link to it. */
export function typedAddress(typed: string): URL | undefined {
  return parsePublicWebAddress(withScheme(typed));
}

/**
 * Returns where a link that was typed or imported leads: to the site of a course directly, otherwise to the page that
 * names the site first (decision 061). Undefined when no page may link to it.
 */
export function outgoingAddress(typed: string): string | undefined {
  const url = typedAddress(typed);
  if (!url || isCourseSite(url)) return url?.href;
  return `${leavingPath}?${new URLSearchParams({ to: url.href })}`;
}
