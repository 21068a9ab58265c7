import { toastError } from '../../../browser/toast.ts';
import { Field } from '../../../ui/fields/Field.tsx';
import { pictureCopy as copy } from './picture.copy.ts';
import type { ChosenPicture } from './use-picture.ts';

interface PictureFieldProps {
  id: string;
  label: string;
  picture: ChosenPicture;
}

/** The file input of the profile picture, with the crop view and the progress of the upload. */
export function PictureField({ id, label, picture }: PictureFieldProps) {
  const { opened, crop } = picture;
  return (
    <div className="stack">
      <Field
        id={id}
        label={label}
        hint={picture.isReading ? copy.reading : copy.hint}
        error={picture.problem}
      >
        {(control) => (
          <input
            {...control}
            className="input"
            type="file"
            accept="image/*"
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
      {opened && crop && <opened.View id={id} picture={opened.canvas} crop={crop} onCrop={picture.onCrop} />}
      {opened && <opened.Progress part={picture.sentPart} />}
    </div>
  );
}
