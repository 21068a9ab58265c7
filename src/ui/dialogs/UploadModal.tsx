import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Endpoint, FileRule } from '#contracts/endpoint.ts';
import type { idParams } from '#contracts/fields.ts';
import { ApiError, messageOf } from '../../browser/api.ts';
import { upload } from '../../browser/files.ts';
import { fitFile } from '../../browser/shrink-picture.ts';
import { toastError, toastSuccess } from '../../browser/toast.ts';
import { Button } from '../Button.tsx';
import { Field } from '../fields/Field.tsx';
import { sendAgain, UploadProgress } from '../UploadProgress.tsx';
import styles from './file-upload.module.css';
import { Modal } from './Modal.tsx';

const hint = 'A PDF of at most 512KB, or a photo: it is made smaller here before it is sent.';
const fitting = 'Opening your photo…';
const uploading = 'Uploading…';

/** Called after an upload; the dialog closes before. */
export interface UploadHandlers {
  onClose: () => void;
  onUploaded: () => unknown;
}

interface UploadModalProps extends UploadHandlers {
  /** `preview` is the alternative text of the image, `done` the message of an upload without one of the server. */
  copy: Record<'title' | 'label' | 'preview' | 'failed' | 'done', string>;
  endpoint: Endpoint & { file: FileRule; params: typeof idParams };
  /** Id of what the document belongs to. */
  id: string;
  /** Shown before a document is chosen. */
  children: ReactNode;
  /** Shown before the document is sent. */
  note: string;
  /** Sends the document; `upload` by default. */
  send?: typeof upload;
}

/** Upload dialog for one document: choose, preview, send. After a failure the same file can be sent again. */
export function UploadModal(props: UploadModalProps) {
  const { copy, endpoint, id, send = upload } = props;
  const rule = endpoint.file;
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const [sentPart, setSentPart] = useState<number>();
  const [isFitting, setFitting] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const isBusy = sentPart !== undefined;

  const refuse = (sentence: string) => {
    setProblem(sentence);
    toastError(sentence);
    input.current?.focus();
  };

  const choose = async () => {
    const chosen = input.current?.files?.[0];
    setProblem(undefined);
    setFailed(false);
    setFile(undefined);
    setFitting(chosen !== undefined);
    if (!chosen) return;
    const fitted = await fitFile(rule, chosen);
    // Another file was selected meanwhile.
    if (input.current?.files?.[0] !== chosen) return;
    setFitting(false);
    if ('file' in fitted) return setFile(fitted.file);
    // Clear the file name of a rejected file, so that it does not look accepted.
    if (input.current) input.current.value = '';
    refuse(fitted.problem);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || isFitting) return;
    if (!file) return refuse(rule.missing);
    setProblem(undefined);
    setSentPart(0);
    try {
      const message = await send(endpoint, { params: { id }, file }, setSentPart);
      toastSuccess(message || copy.done);
      props.onClose();
      props.onUploaded();
    } catch (error) {
      setFailed(true);
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
        <Field id={rule.field} label={copy.label} hint={hint} error={problem}>
          {(control) => (
            <input
              {...control}
              ref={input}
              className="input"
              type="file"
              accept=".pdf,image/*"
              onChange={() => void choose()}
            />
          )}
        </Field>
        {file && <FilePreview file={file} alt={copy.preview} />}
        <UploadProgress part={sentPart} />
        <p className="soft small">{props.note}</p>
        <div className="row row-fill">
          <Button
            type="submit"
            text={hasFailed ? sendAgain : 'Upload'}
            busy={isFitting ? fitting : isBusy && uploading}
          />
          <Button kind="quiet" text="Cancel" onPress={props.onClose} />
        </div>
      </form>
    </Modal>
  );
}

const kilobyte = 1024;

/** Preview of the chosen file: an image as it is, a PDF by name and size. */
function FilePreview({ file, alt }: { file: File; alt: string }) {
  const [address, setAddress] = useState<string>();
  const isPicture = file.type.startsWith('image/');

  useEffect(() => {
    if (!isPicture) return;
    const url = URL.createObjectURL(file);
    setAddress(url);
    return () => {
      setAddress(undefined);
      URL.revokeObjectURL(url);
    };
  }, [file, isPicture]);

  return (
    <figure className={styles.preview}>
      {address && <img src={address} alt={alt} />}
      {!isPicture && (
        <svg width="48" height="60" viewBox="0 0 48 60" aria-hidden="true">
          <path className="t-cotton" d="M2 2h30l14 14v42H2z" stroke="currentColor" strokeWidth="2.5" />
          <path
            d="M32 2v14h14M10 28h28M10 36h28M10 44h18"
            fill="none"
            stroke="currentColor"
            strokeWidth="2.5"
          />
        </svg>
      )}
      <figcaption>
        <span className="visually-hidden">You chose </span>
        <strong>{file.name}</strong>
        <span className="soft small">{Math.max(1, Math.round(file.size / kilobyte))} KB</span>
      </figcaption>
    </figure>
  );
}
