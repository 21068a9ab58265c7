/** A verified Google identity. Created only from a verified ID token or a registration ticket. */
export interface GoogleIdentity {
  /** Google's account id: immutable and never reassigned. */
  sub: string;
  /** Lower-cased and verified by Google. */
  email: string;
  /** Domain of the Google Workspace that manages the account. */
  hostedDomain: string | undefined;
  fullName: string;
  pictureUrl: string | null;
}

const googleOwnDomains = ['gmail.com', 'googlemail.com'];

/**
 * Returns whether Google is authoritative for the address: a Gmail address, or one of the Workspace domain
 * that manages the account. Any other address was verified once and may have changed owners since.
 */
export function isAuthoritative({ email, hostedDomain }: GoogleIdentity): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return googleOwnDomains.includes(domain) || domain === hostedDomain;
}
