import { useSyncExternalStore } from 'react';
import { toastError, toastSuccess } from '#src/browser/toast.ts';
import { Button } from '#src/ui/Button.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { deskCopy } from '../desk.copy.ts';
import { Fact, Facts } from '../PageParts.tsx';
import { $keptTexts, dropText } from './kept-texts.ts';

const copy = deskCopy.keptTexts;

/** What was typed into forms that disappeared, until its operator dismisses it. */
export function KeptTexts() {
  const texts = useSyncExternalStore($keptTexts.listen, $keptTexts.get);
  if (texts.length === 0) return null;
  return (
    <div role="alert" className="stack">
      {texts.map(({ id, form, values }) => (
        <Notice key={id} kind="warn">
          <p>{copy.notSent(form)}</p>
          <Facts>
            {values.map(({ label, value }) => (
              <Fact key={label} name={label}>
                {value}
              </Fact>
            ))}
          </Facts>
          <div className="row">
            <Button
              kind="quiet"
              isSmall
              text={copy.copy}
              details={form}
              onPress={() => copyText(values.map(({ value }) => value).join('\n'))}
            />
            <Button kind="plain" isSmall text={copy.dismiss} details={form} onPress={() => dropText(id)} />
          </div>
        </Notice>
      ))}
    </div>
  );
}

async function copyText(text: string): Promise<void> {
  try {
    // Without HTTPS there is no clipboard, and reading its functions throws.
    await navigator.clipboard.writeText(text);
    toastSuccess(copy.copied);
  } catch {
    toastError(copy.notCopied);
  }
}
