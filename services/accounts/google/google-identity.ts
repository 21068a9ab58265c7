/** Who Google says somebody is. Made only from a verified token or from our own ticket. */
export interface GoogleIdentity {
  /** Google's id of the account: never changes, never given to anybody else. */
  sub: string;
  /** Lower-cased; Google has seen that the person reads it. */
  email: string;
  /** The Workspace that manages the account. */
  hostedDomain: string | undefined;
  fullName: string;
  pictureUrl: string | null;
}

const googleOwnDomains = ['gmail.com', 'googlemail.com'];

/**
 * Whether Google itself decides whose the address is: it is Google's own, or of the Workspace that manages the
 * account. Any other address was confirmed once, and may be somebody else's by now.
 */
export function isAuthoritative({ email, hostedDomain }: GoogleIdentity): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return googleOwnDomains.includes(domain) || domain === hostedDomain;
}
