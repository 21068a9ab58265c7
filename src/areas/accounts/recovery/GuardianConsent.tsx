import {
  type GuardianLink,
  giveGuardianConsent,
  readGuardianLink,
  refuseGuardianConsent,
} from '#contracts/accounts/guardians.ts';
import { call } from '../../../browser/api.ts';
import { paths } from '../../../browser/paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { LinkCard, useMailLink } from '../../../ui/LinkCard.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { recoveryCopy } from './recovery.copy.ts';

const copy = recoveryCopy.guardian;

const UsualTime = lazyComponent(
  async () => (await import('../../../ui/UsualTime.tsx')).UsualTime,
  () => null,
);

/** What a guardian is asked about, with the buttons that agree and refuse; without sign-in. */
export function GuardianConsent() {
  const link = useMailLink(readGuardianLink);
  const { run, isRunning } = useAction(copy.failed);
  const decide = (contract: typeof giveGuardianConsent | typeof refuseGuardianConsent) =>
    run(() => link.change(() => call(contract, { body: { token: link.token } })));

  return (
    <LinkCard link={link} copy={copy} exitPath={paths.home}>
      {(asked) => (
        <>
          <Outcome {...asked} />
          {asked.state !== 'agreed' && (
            <>
              <Question {...asked} />
              <Button
                isWide
                text={copy.act}
                busy={isRunning && copy.working}
                onPress={() => void decide(giveGuardianConsent)}
              />
            </>
          )}
          {asked.state === 'asked' && (
            <>
              <Button
                kind="quiet"
                isWide
                text={copy.refuse}
                busy={isRunning && copy.working}
                onPress={() => void decide(refuseGuardianConsent)}
              />
              <p className="soft small">{copy.refuseHint(asked.firstName)}</p>
            </>
          )}
        </>
      )}
    </LinkCard>
  );
}

/** What the guardian decided; nothing before. */
function Outcome({ state, firstName }: GuardianLink) {
  return (
    <div role="status">
      {state !== 'asked' && (
        <div className="stack stack-tight">
          <h2>{state === 'agreed' ? copy.agreedHeading : copy.refusedHeading}</h2>
          <p>{copy[state](firstName)}</p>
          {state === 'agreed' && (
            <>
              <p>{copy.agreedNext(firstName)}</p>
              <UsualTime until="paid" />
            </>
          )}
        </div>
      )}
    </div>
  );
}

/** Who asks, for which course, and what is shown to whom. */
function Question({ firstName, requests }: GuardianLink) {
  return (
    <>
      <p>{copy.intro(firstName)}</p>
      {requests.length === 0 ? (
        <p>{copy.nothingYet(firstName)}</p>
      ) : (
        <Listed
          title={copy.asksFor(firstName)}
          lines={requests.map(
            ({ course, ...audience }) => `${course ?? copy.anyCourse}, ${audienceOf(audience)}`,
          )}
        />
      )}
      <Listed title={copy.shownTitle} lines={copy.shown(firstName)} />
      <Listed title={copy.neverTitle} lines={copy.never} />
      <p>{copy.noMeetings}</p>
      <p>{copy.consent}</p>
    </>
  );
}

function Listed({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <section className="stack stack-tight">
      <h3>{title}</h3>
      <ul>
        {lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two requests may read the same
          <li key={place}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

function audienceOf({ isPublic, isPrivate }: { isPublic: boolean; isPrivate: boolean }): string {
  if (isPublic && isPrivate) return copy.audiences.both;
  return isPublic ? copy.audiences.all : copy.audiences.invited;
}
