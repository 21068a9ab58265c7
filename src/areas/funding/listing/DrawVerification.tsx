import { useEffect, useState } from 'react';
import { type DrawRecord, verifyDraw } from '#contracts/funding/draw-rules.ts';
import { toastError, toastSuccess } from '../../../browser/toast.ts';
import { Button } from '../../../ui/Button.tsx';
import { FactList } from '../../../ui/FactList.tsx';
import { sponsorshipsCopy } from '../sponsorships.copy.ts';
import styles from './learner-facts.module.css';
import listingStyles from './listing.module.css';

const copy = sponsorshipsCopy.draw;

/** Explains a draw, verifies it again in this browser, and offers its record for verification elsewhere. */
export function DrawVerification({ draw }: { draw: DrawRecord }) {
  const [result, setResult] = useState<keyof typeof copy.results>('checking');

  useEffect(() => {
    // Web Crypto is available only in secure contexts (https).
    if (!globalThis.crypto.subtle) return setResult('unavailable');
    verifyDraw(draw).then(
      (isValid) => setResult(isValid ? 'valid' : 'invalid'),
      () => setResult('invalid'),
    );
  }, [draw]);

  const learners = draw.days.reduce((sum, { n }) => sum + n, 0);
  const facts: [string, string][] = [
    [copy.commitment, draw.commitment],
    [copy.seed, draw.seed],
    [copy.firstNonce, draw.firstNonce],
    [copy.secondNonce, draw.secondNonce],
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
        <FactList facts={facts} className={styles.proof} />
        <Button kind="quiet" isSmall onPress={() => void copyRecord()}>
          {copy.copy}
        </Button>
      </div>
    </details>
  );
}
