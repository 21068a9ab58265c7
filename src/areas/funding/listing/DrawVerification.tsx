import { useEffect, useState } from 'react';
import { type DrawRecord, verifyDraw } from '#contracts/draw-rules.ts';
import { toastError, toastSuccess } from '../../../browser/toast.ts';
import { Button } from '../../../ui/Button.tsx';
import { sponsorshipsCopy } from '../sponsorships.copy.ts';
import styles from './draw-verification.module.css';
import listingStyles from './listing.module.css';

const copy = sponsorshipsCopy.draw;

/** How a draw was made, computed again in this browser; and its record, for whoever wants to do so elsewhere. */
export function DrawVerification({ draw }: { draw: DrawRecord }) {
  const [result, setResult] = useState<keyof typeof copy.results>('checking');

  useEffect(() => {
    // Browsers compute hashes only on pages that came by https.
    if (!globalThis.crypto.subtle) return setResult('unavailable');
    verifyDraw(draw).then(
      (isValid) => setResult(isValid ? 'valid' : 'invalid'),
      () => setResult('invalid'),
    );
  }, [draw]);

  const learners = draw.days.reduce((sum, { n }) => sum + n, 0);
  const facts = [
    [copy.promise, draw.commitment],
    [copy.seed, draw.seed],
    [copy.firstChance, draw.firstNonce],
    [copy.secondChance, draw.secondNonce],
  ];
  const copyRecord = async () => {
    try {
      await navigator.clipboard.writeText(JSON.stringify(draw, null, 2));
      toastSuccess(copy.copied);
    } catch {
      toastError(copy.notCopied);
    }
  };
  return (
    <details className={styles.draw}>
      <summary className={listingStyles.more}>{copy.title}</summary>
      <div className="stack stack-tight">
        <p>
          {copy.story(learners, draw.day, draw.candidates.indexOf(draw.winner) + 1, draw.candidates.length)}
        </p>
        <p>{copy.weights}</p>
        <p role="status">
          <strong>{copy.results[result]}</strong>
        </p>
        <dl className={styles.proof}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <Button kind="quiet" isSmall onPress={() => void copyRecord()}>
          {copy.copy}
        </Button>
      </div>
    </details>
  );
}
