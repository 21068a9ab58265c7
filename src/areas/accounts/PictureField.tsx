import { useEffect, useState } from 'react';
import { profilePictureFile } from '#contracts/accounts.ts';
import { Field } from '../../ui/Field.tsx';
import { accountsCopy as copy } from './accounts.copy.ts';
import styles from './auth.module.css';

interface PictureFieldProps {
  id: string;
  picture: File | undefined;
  error: string | undefined;
  /** Answers whether the picture is taken; a refused one is cleared. */
  onPick: (picture: File | undefined) => boolean;
}

/** The profile picture with its preview, as it will be cut. */
export function PictureField({ id, picture, error, onPick }: PictureFieldProps) {
  const [preview, setPreview] = useState<string>();

  useEffect(() => {
    if (!picture) return setPreview(undefined);
    const url = URL.createObjectURL(picture);
    setPreview(url);
    return () => URL.revokeObjectURL(url);
  }, [picture]);

  return (
    <div className={styles.picture}>
      {preview ? (
        <img src={preview} alt={copy.pictureAlt} className="avatar avatar-large" width={96} height={96} />
      ) : (
        <svg className="avatar avatar-large" viewBox="0 0 40 40" aria-hidden="true">
          <path className="t-cotton" d="M0 0H40V40H0Z" />
          <path className="t-teal" d="M20 8a7 7 0 1 1 0 14a7 7 0 1 1 0-14M4 40a16 14 0 0 1 32 0Z" />
        </svg>
      )}
      <Field id={id} label={copy.picture} hint={copy.pictureHint} error={error}>
        {(control) => (
          <input
            {...control}
            className="input"
            type="file"
            accept={profilePictureFile.types.join(',')}
            onChange={(event) => {
              if (!onPick(event.target.files?.[0])) event.target.value = '';
            }}
          />
        )}
      </Field>
    </div>
  );
}
