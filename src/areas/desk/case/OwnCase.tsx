import { useEffect, useRef, useState } from 'react';
import { caseActs } from '#contracts/cases/case-acts.ts';
import { type CaseDetails, revealLogin } from '#contracts/desk/desk.ts';
import { uploadOrderReceipt, uploadProof } from '#contracts/desk/desk-documents.ts';
import { getOperator } from '#contracts/desk/operators.ts';
import type { ResponseBody } from '#contracts/endpoint.ts';
import { Button } from '#src/ui/Button.tsx';
import { UploadModal } from '#src/ui/dialogs/UploadModal.tsx';
import { useFocusOnLeave } from '#src/ui/use-focus-on-leave.tsx';
import { callDesk, uploadToDesk } from '../call-desk.ts';
import { Fact, Facts } from '../PageParts.tsx';
import { refreshDesk, useDeskQuery } from '../use-desk-query.tsx';
import { ReasonForm } from './ActionForm.tsx';
import { caseCopy as copy } from './case.copy.ts';
import { orderReceiptCopy, proofUploadCopy } from './case-upload.copy.ts';

/** The platform login and the uploads of a case that the operator owns. */
export function OwnCase({ supportCase }: { supportCase: CaseDetails }) {
  const { id, request, purchase } = supportCase;
  const me = useDeskQuery(getOperator, {});
  return (
    <>
      {me.data && <p className="small soft">{copy.eyes(me.data.data.hasFourEyes)}</p>}
      {request?.hasPlatformLogin && <PlatformLogin caseId={id} />}
      {purchase?.hasOrder && (
        <CaseUpload
          caseId={id}
          label={purchase.receiptAt ? orderReceiptCopy.replace : caseActs.receipt_uploaded.label}
          copy={orderReceiptCopy}
          contract={uploadOrderReceipt}
        />
      )}
      {purchase?.canAddProof && (
        <CaseUpload
          caseId={id}
          label={caseActs.proof_added.label}
          copy={proofUploadCopy}
          contract={uploadProof}
        />
      )}
    </>
  );
}

/** A button that uploads a document to a case. */
function CaseUpload(props: {
  caseId: string;
  label: string;
  copy: typeof orderReceiptCopy | typeof proofUploadCopy;
  contract: typeof uploadOrderReceipt | typeof uploadProof;
}) {
  const { caseId, label, copy: texts, contract } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className="row">
        <Button kind="quiet" isSmall text={label} onPress={() => setOpen(true)} />
      </div>
      {isOpen && (
        <UploadModal
          copy={texts.upload}
          endpoint={contract}
          id={caseId}
          note={texts.note}
          send={uploadToDesk}
          onClose={() => setOpen(false)}
          onUploaded={refreshDesk}
        >
          <p>{texts.intro}</p>
        </UploadModal>
      )}
    </>
  );
}

type Login = ResponseBody<typeof revealLogin>['data'];

/** Shows the platform login of a request for a minute, after a reason was given; it is stored nowhere else. */
function PlatformLogin({ caseId }: { caseId: string }) {
  const [login, setLogin] = useState<Login>();
  const [secondsLeft, setSecondsLeft] = useState(0);

  useEffect(() => {
    if (!login) return;
    const endMs = Date.now() + login.secondsShown * 1000;
    const timer = setInterval(() => {
      const left = Math.ceil((endMs - Date.now()) / 1000);
      setSecondsLeft(left);
      if (left <= 0) setLogin(undefined);
    }, 250);
    return () => clearInterval(timer);
  }, [login]);

  const reveal = async (reason: string) => {
    const { message, data } = await callDesk(revealLogin, { params: { id: caseId }, body: { reason } });
    setSecondsLeft(data.secondsShown);
    setLogin(data);
    return { message };
  };

  if (!login)
    return (
      <ReasonForm label={caseActs.login_revealed.label} hint={copy.revealHint} isFinal onSubmit={reveal} />
    );
  return <RevealedLogin login={login} secondsLeft={secondsLeft} onHide={() => setLogin(undefined)} />;
}

function RevealedLogin(props: { login: Login; secondsLeft: number; onHide: () => void }) {
  const { login, secondsLeft, onHide } = props;
  const root = useRef<HTMLDivElement>(null);
  useFocusOnLeave(root, 'case-actions');
  return (
    <div ref={root} className="notice notice-warn">
      <Facts>
        <Fact name={copy.loginEmail}>
          <span translate="no">{login.email ?? '–'}</span>
        </Fact>
        <Fact name={copy.loginPassword}>
          <code translate="no">{login.password}</code>
        </Fact>
      </Facts>
      <p className="small">{copy.revealed(secondsLeft)}</p>
      <Button kind="quiet" isSmall text={copy.hide} onPress={onHide} />
    </div>
  );
}
