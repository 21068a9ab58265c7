import { useEffect, useState } from 'react';
import styles from './file-upload.module.css';

const kilobyte = 1024;

/** Preview of the chosen file: an image as it is, a PDF by name and size. */
export function FilePreview({ file, alt }: { file: File; alt: string }) {
  const [address, setAddress] = useState<string>();
  const isPicture = file.type.startsWith('image/');

  useEffect(() => {
    if (!isPicture) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => {
      setAddress(undefined);
      URL.revokeObjectURL(made);
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
