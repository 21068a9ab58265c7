import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { FileRule } from '#contracts/endpoint.ts';
import { ApiError, messageOf } from '../../browser/api.ts';
import { checkFile } from '../../browser/check-file.ts';
import { toastError, toastSuccess } from '../../browser/toast.ts';
import { Button } from '../Button.tsx';
import { Field } from '../fields/Field.tsx';
import { FilePreview } from './FilePreview.tsx';
import styles from './file-upload.module.css';
import { Modal } from './Modal.tsx';

/** Texts of an upload dialog. */
export interface UploadCopy {
  title: string;
  label: string;
  hint: string;
  /** Alternative text of the image preview. */
  preview: string;
  submit: string;
  cancel: string;
  progress: string;
  failed: string;
  done: string;
}

interface UploadModalProps {
  copy: UploadCopy;
  rule: FileRule;
  /** Shown before a file is chosen. */
  children: ReactNode;
  /** Shown before the file is sent. */
  note: ReactNode;
  /** Uploads the file and returns the server's message. `part` is the sent share, 0 to 1. */
  onSend: (file: File, onProgress: (part: number) => void) => Promise<string>;
  onClose: () => void;
  onUploaded: () => void;
}

/** Upload dialog for one file: choose, preview, send. */
export function UploadModal(props: UploadModalProps) {
  const { copy, rule } = props;
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
    const wrong = chosen && checkFile(rule, chosen);
    setProblem(undefined);
    setFile(wrong ? undefined : chosen);
    if (!wrong) return;
    // Clear the file name of a rejected file, so that it does not look accepted.
    if (input.current) input.current.value = '';
    refuse(wrong);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (!file) return refuse(rule.missing);
    setSentPart(0);
    try {
      const message = await props.onSend(file, setSentPart);
      toastSuccess(message || copy.done);
      props.onUploaded();
    } catch (error) {
      const refused = error instanceof ApiError ? error.errors[rule.field] : undefined;
      refuse(refused ?? messageOf(error, copy.failed));
    } finally {
      setSentPart(undefined);
    }
  };

  return (
    <Modal title={copy.title} onClose={props.onClose}>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {props.children}
        <Field id={rule.field} label={copy.label} hint={copy.hint} error={problem}>
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
        {file && <FilePreview file={file} alt={copy.preview} />}
        {isBusy && <progress className={styles.progress} aria-label={copy.progress} value={sentPart} />}
        <p className="soft small">{props.note}</p>
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
