import { useEffect, useState } from 'react';
import styles from './listing.module.css';
import { sponsorshipsCopy as copy } from './sponsorships.copy.ts';

const swapEveryMs = 3_000;

/**
 * The headline that alternates every 3 s. Stands still while pointed at, while the pause button is pressed and
 * for people who prefer less motion. Both lines take their room all the time, so nothing moves.
 */
export function Banner() {
  const [shown, setShown] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const [isHeld, setHeld] = useState(false);

  useEffect(() => setPaused(matchMedia('(prefers-reduced-motion: reduce)').matches), []);

  useEffect(() => {
    if (isPaused || isHeld) return;
    const timer = setInterval(() => setShown((line) => (line + 1) % copy.banner.length), swapEveryMs);
    return () => clearInterval(timer);
  }, [isPaused, isHeld]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: looking or being inside holds the text still; nothing is triggered
    <div
      className={styles.banner}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <h1>
        {copy.banner.map((line, index) => (
          <span
            key={line}
            className={`${styles.line} ${index === shown ? styles.shown : styles.away}`}
            aria-hidden={index !== shown}
          >
            {line}
          </span>
        ))}
      </h1>
      <button
        type="button"
        className="icon-button"
        aria-label={isPaused ? copy.playBanner : copy.pauseBanner}
        onClick={() => setPaused(!isPaused)}
      >
        <svg width="18" height="18" viewBox="0 0 18 18" fill="currentColor" aria-hidden="true">
          <path d={isPaused ? 'M4 2l12 7l-12 7Z' : 'M3 2h4v14H3zM11 2h4v14h-4z'} />
        </svg>
      </button>
    </div>
  );
}
