import type { CaseDetails } from '#contracts/desk/desk.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { Fact, FactsSection, RelativeTime } from '../PageParts.tsx';
import { caseCopy } from './case.copy.ts';

const copy = caseCopy.appealed;

/** The decision that an appeal is about, with its reason and the operators who made it, and the words of the appeal. */
export function AppealedDecision(props: {
  appealed: NonNullable<CaseDetails['appealed']>;
  /** Whether this operator answers the appeal. */
  isMine: boolean;
}) {
  const { decision, reason, askedBy, approvedBy, at, appeal, tookPart } = props.appealed;
  return (
    <>
      {tookPart && props.isMine && <Notice kind="warn" text={copy.tookPart} />}
      <FactsSection id="case-appealed" title={copy.title}>
        <Fact name={copy.decision}>{copy.decisions[decision]}</Fact>
        <Fact name={copy.reason}>{reason}</Fact>
        <Fact name={approvedBy ? copy.askedBy : copy.decidedBy}>{askedBy}</Fact>
        <Fact name={copy.approvedBy}>{approvedBy}</Fact>
        <Fact name={copy.at}>
          <RelativeTime time={at} />
        </Fact>
        <Fact name={copy.appeal}>{appeal}</Fact>
      </FactsSection>
    </>
  );
}
