import { type FormEvent, useRef, useState } from 'react';
import { certificateFile } from '#contracts/enrolments.ts';
import { ApiError, messageOf } from '../../browser/api.ts';
import { checkFile } from '../../browser/check-file.ts';
import { toastError, toastSuccess } from '../../browser/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { CertificatePreview } from './CertificatePreview.tsx';
import { enrolmentsCopy } from './enrolments.copy.ts';
import styles from './enrolments.module.css';
import { sendCertificate } from './send-certificate.ts';

const copy = enrolmentsCopy.upload;
const fieldId = 'certificate';

interface UploadModalProps {
  enrolmentId: string;
  title: string;
  onClose: () => void;
  onUploaded: () => void;
}

/** Finishes a course with its certificate: choose, look, send. */
export function UploadModal(props: UploadModalProps) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const [sentPart, setSentPart] = useState<number>();
  const isBusy = sentPart !== undefined;

  const refuse = (sentence: string) => {
    setProblem(sentence);
    toastError(sentence);
    input.current?.focus();
  };

  const choose = () => {
    const chosen = input.current?.files?.[0];
    const wrong = chosen && checkFile(certificateFile, chosen);
    setProblem(undefined);
    setFile(wrong ? undefined : chosen);
    if (!wrong) return;
    // The name of a refused file must not stay, as if it had been taken.
    if (input.current) input.current.value = '';
    refuse(wrong);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (!file) return refuse(certificateFile.missing);
    setSentPart(0);
    try {
      const message = await sendCertificate(props.enrolmentId, file, setSentPart);
      toastSuccess(message || copy.done);
      props.onUploaded();
    } catch (error) {
      const refused = error instanceof ApiError ? error.errors[certificateFile.field] : undefined;
      refuse(refused ?? messageOf(error, copy.failed));
    } finally {
      setSentPart(undefined);
    }
  };

  return (
    <Modal title={copy.title} onClose={props.onClose}>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <p>{copy.intro(props.title)}</p>
        <Field id={fieldId} label={copy.label} hint={copy.hint} error={problem}>
          {(control) => (
            <input
              {...control}
              ref={input}
              className="input"
              type="file"
              accept=".pdf,.jpg,.jpeg,.png"
              onChange={choose}
            />
          )}
        </Field>
        {file && <CertificatePreview file={file} />}
        {isBusy && <progress className={styles.progress} aria-label={copy.progress} value={sentPart} />}
        <p className="soft small">{copy.selfReported}</p>
        <div className="row row-fill">
          <Button type="submit" isBusy={isBusy} busyLabel={`${copy.progress}…`}>
            {copy.submit}
          </Button>
          <Button kind="quiet" onPress={props.onClose}>
            {copy.cancel}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
