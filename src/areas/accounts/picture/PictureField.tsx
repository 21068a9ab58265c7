import { profilePictureFile } from '#contracts/accounts/accounts.ts';
import { toastError } from '../../../browser/toast.ts';
import { Field } from '../../../ui/fields/Field.tsx';
import { CropView } from './CropView.tsx';
import { pictureCopy as copy } from './picture.copy.ts';
import styles from './picture.module.css';
import type { ChosenPicture } from './use-picture.ts';

interface PictureFieldProps {
  id: string;
  label: string;
  picture: ChosenPicture;
}

/** The file input of the profile picture, with the crop view. */
export function PictureField({ id, label, picture }: PictureFieldProps) {
  return (
    <div className={styles.picture}>
      <Field id={id} label={label} hint={copy.hint} error={picture.problem}>
        {(control) => (
          <input
            {...control}
            className="input"
            type="file"
            accept={profilePictureFile.types.join(',')}
            onChange={async (event) => {
              const input = event.target;
              const problem = await picture.pick(input.files?.[0]);
              if (!problem) return;
              // Clear the input, or it would still show the name of the rejected file.
              input.value = '';
              toastError(problem);
            }}
          />
        )}
      </Field>
      {picture.image && (
        <CropView id={id} image={picture.image} crop={picture.crop} onCrop={picture.setCrop} />
      )}
    </div>
  );
}
