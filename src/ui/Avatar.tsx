import { useState } from 'react';
import { motifs, weave } from './drawings/cloth.ts';

interface AvatarProps {
  name: string;
  picture?: { url: string } | null;
  isLarge?: boolean;
}

/**
 * A person's picture, or a generated pattern with their initials, also where the picture cannot be loaded. Hidden from screen readers, because the name stands
 * next to it. Where the page uses less data, a button in its place loads the picture (less-data-script.ts).
 */
export function Avatar({ name, picture, isLarge }: AvatarProps) {
  const className = isLarge ? 'avatar avatar-large' : 'avatar';
  const size = isLarge ? 96 : 56;
  const [lostUrl, setLostUrl] = useState<string>();
  if (picture && picture.url !== lostUrl) {
    const lose = () => setLostUrl(picture.url);
    // The button is shown where the page uses less data: a lazy picture that is not displayed is not loaded.
    return (
      <span className={className}>
        <img
          src={picture.url}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          referrerPolicy="no-referrer"
          onError={lose}
          // A picture of a rendered page may have failed before it was hydrated.
          ref={(image) => {
            if (image?.complete && image.naturalWidth === 0) lose();
          }}
        />
        <button type="button" data-picture="" aria-label={`Photo of ${name}`}>
          Photo
        </button>
      </span>
    );
  }
  const tile = weave(name, 1, 1)[0];
  return (
    <svg className={className} viewBox="0 0 40 40" aria-hidden="true">
      <path className="t-indigo" d="M0 0H40V40H0Z" />
      {tile && <path className="t-teal" fillRule="evenodd" opacity="0.55" d={motifs[tile.motif]} />}
      <text
        className="t-cotton"
        x="20"
        y="26"
        textAnchor="middle"
        fontSize="15"
        fontWeight="700"
        fontFamily="var(--font-display)"
      >
        {initials(name)}
      </text>
    </svg>
  );
}

/** Returns the first letters of the first and the last word of a name. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase();
}
