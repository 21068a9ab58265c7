import type { ReactNode } from 'react';
import { outgoingAddress, typedAddress } from '#contracts/site/outgoing-link.ts';

interface OutgoingLinkProps {
  /** As it was typed or imported; a missing https:// is added. */
  to: string;
  /** We made the address ourselves (meeting room, payment page), or checked its form (call): it opens directly, also on a local network. */
  isOurs?: boolean;
  /** From the operators' catalogue: it opens directly, if a page may link to it at all. */
  isFromCatalogue?: boolean;
  className?: string | undefined;
  /** Name for screen readers, instead of the content. */
  label?: string;
  /** Called when the link is opened. */
  onOpen?: () => void;
  /** Shown instead of a link that leads nowhere or is not allowed. */
  fallback?: ReactNode;
  children: ReactNode;
}

/**
 * Link to another site in a new tab; the only one that pages use for addresses from data. Those that people typed lead
 * through a page that names the site (decision 061). The site gets neither the window nor the address of our page.
 */
export function OutgoingLink({
  to,
  isOurs = false,
  isFromCatalogue = false,
  className,
  label,
  onOpen,
  fallback,
  children,
}: OutgoingLinkProps) {
  const direct = isOurs ? webAddress(to) : isFromCatalogue ? typedAddress(to)?.href : undefined;
  const href = isOurs || isFromCatalogue ? direct : outgoingAddress(to);
  if (!href) return fallback;
  return (
    <a
      href={href}
      target="_blank"
      rel={isOurs ? 'noopener noreferrer' : 'nofollow ugc noopener noreferrer'}
      className={className}
      aria-label={label}
      onClick={onOpen}
    >
      {children}
    </a>
  );
}

/** Read out at the end of a link that opens a new tab. */
export const opensInNewTab = <span className="visually-hidden"> (opens in a new tab)</span>;

const webAddress = (text: string) => (/^https?:\/\//i.test(text) ? text : undefined);

/** Returns the site of a typed link as it is shown, without `www.`, in ASCII; undefined when the link is not allowed. */
export function siteOf(typed: string): string | undefined {
  return typedAddress(typed)?.host.replace(/^www\./, '');
}
